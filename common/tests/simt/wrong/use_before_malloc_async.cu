// Another stream does not wait for the allocation: here it has to wait for a host function.
// expect: simt: write of 4 bytes of global memory out of bounds, inside the 128 bytes that were allocated at
// expect: @allocation, before that stream has come to the allocation
// expect: @access
// expect: an event
#include <cuda_runtime.h>

#include <atomic>

std::atomic<bool> may_go_on{false};

void wait_for_host(void*) {
  while (!may_go_on) {
  }
}

__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @access
}

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
