// cudaMemsetAsync in one stream, a kernel that uses the last bytes of the same memory in another one.
// expect: simt: race between streams: two operations use byte 3072 of the 4096 bytes
// expect: write
// expect: cudaMemsetAsync at
// expect: @set
// expect: @write by kernel fill
#include <cuda_runtime.h>

__global__ void fill(int* data, int value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;  // @write
}

int main() {
  int* data;
  cudaMalloc(&data, 4096);
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaMemsetAsync(data, 0, 4096, one);  // @set
  fill<<<1, 256, 0, two>>>(data + 768, 1);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
