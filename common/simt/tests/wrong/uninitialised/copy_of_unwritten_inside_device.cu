// A copy inside of the device does not make values of what nobody has written.
// exit: 3
// environment: SIMT_CHECK_INIT=on
// expect: simt: warning: read of global memory that nobody has written, at byte 256 of the 512 bytes
// expect: @read
// expect: by      thread (64,0,0)
#include <cuda_runtime.h>

__global__ void add(const float* in, float* sums) {
  sums[threadIdx.x] += in[threadIdx.x];  // @read
}

int main() {
  float *first, *second, *sums;
  cudaMalloc(&first, 128 * sizeof(float));
  cudaMalloc(&second, 128 * sizeof(float));
  cudaMalloc(&sums, 128 * sizeof(float));
  cudaMemset(sums, 0, 128 * sizeof(float));
  cudaMemset(first, 0, 64 * sizeof(float));
  cudaMemcpy(second, first, 128 * sizeof(float), cudaMemcpyDeviceToDevice);
  add<<<1, 128>>>(second, sums);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(first);
  cudaFree(second);
  cudaFree(sums);
  return error == cudaSuccess ? 3 : 5;
}
