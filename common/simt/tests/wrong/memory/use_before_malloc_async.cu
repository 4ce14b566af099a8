// Another stream does not wait for the allocation: here it has to wait for a host function.
// expect: simt: race between streams: an operation uses memory that another one allocates or frees, the 128 bytes that were allocated at
// expect: @allocation, and nothing orders them
// expect: cudaMallocAsync at
// expect: @allocation
// expect: use     kernel fill, launched at
// expect: cudaStreamWaitEvent
#include <cuda_runtime.h>

#include <atomic>

std::atomic<bool> may_go_on{false};

void wait_for_host(void*) {
  while (!may_go_on) {
  }
}

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  cudaStream_t stream, other;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaLaunchHostFunc(stream, wait_for_host, nullptr);
  int* data;
  cudaMallocAsync(&data, 128, stream);  // @allocation
  fill<<<1, 32, 0, other>>>(data);
  const cudaError_t error = cudaStreamSynchronize(other);
  may_go_on = true;
  return error == cudaErrorIllegalAddress ? 0 : 5;
}
