// A copy in a stream of device 1 fetches what a kernel of device 0 is still writing.
// expect: simt: race between devices: two operations use byte 0 of the 128 bytes
// expect: @write by kernel fill
// expect: cudaMemcpyAsync at
// expect: @copy
#include <cuda_runtime.h>

__global__ void fill(int* out) {
  out[threadIdx.x] = 1;  // @write
}

int main() {
  int *zero, *one;
  cudaStream_t stream;
  cudaMalloc(&zero, 128);
  fill<<<1, 32>>>(zero);
  cudaSetDevice(1);
  cudaStreamCreate(&stream);
  cudaMalloc(&one, 128);
  cudaMemcpyAsync(one, zero, 128, cudaMemcpyDefault, stream);  // @copy
  cudaStreamSynchronize(stream);
}
