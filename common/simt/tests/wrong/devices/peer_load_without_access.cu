// A kernel of device 0 reads memory of device 1, and nobody has enabled peer access.
// expect: simt: a kernel of device 0 reads memory of device 1 without peer access: byte 0 of the 128 bytes that were
// expect: @allocation
// expect: @read
// expect: advice  call cudaSetDevice(0) and cudaDeviceEnablePeerAccess(1, 0) before
#include <cuda_runtime.h>

__global__ void copy(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // @read
}

int main() {
  int *in, *out;
  cudaMalloc(&out, 128);
  cudaSetDevice(1);
  cudaMalloc(&in, 128);  // @allocation
  cudaMemset(in, 0, 128);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  copy<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
