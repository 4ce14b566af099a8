// A copy of an atomic counter waits for nobody: what the counting kernel has written may not be there.
// expect: simt: race between streams: two operations use byte 0
// expect: and nothing orders them
// expect: @write by kernel fill
// expect: @read by kernel copy
#include <cuda_runtime.h>

__global__ void fill(int* data, int* calls) {
  data[threadIdx.x] = 1;  // @write
  atomicAdd(calls, 1);
}

__global__ void copy(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // @read
}

int main() {
  int *data, *calls, *out, *host;
  cudaMalloc(&data, 128);
  cudaMalloc(&calls, 4);
  cudaMalloc(&out, 128);
  cudaMallocHost(&host, 4);
  cudaMemset(data, 0, 128);  // else the copy may read what nobody has written
  cudaMemset(calls, 0, 4);
  cudaDeviceSynchronize();
  cudaStream_t one, two;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  fill<<<1, 32, 0, one>>>(data, calls);
  cudaMemcpyAsync(host, calls, 4, cudaMemcpyDeviceToHost, two);
  copy<<<1, 32, 0, two>>>(data, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
