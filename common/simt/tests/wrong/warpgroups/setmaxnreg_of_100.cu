// Registers come in eights.
// expect: simt: setmaxnreg with 100 registers
// expect: @registers
// expect: a multiple of 8 from 24 to 256
#include "../../warpgroups.cuh"

__global__ void multiply(float* out) {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 100;");  // @registers
  out[threadIdx.x] = 0;
}

int main() {
  float* out;
  cudaMalloc(&out, 128 * 4 * sizeof(float));
  multiply<<<1, 128>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
