// One warp of the group gives back registers: the others have to, too.
// expect: simt: an instruction of a warpgroup lacks its warp 1, which has ended without it
// expect: @registers
#include "../../warpgroups.cuh"

__global__ void multiply(float* out) {
  if (threadIdx.x < 32) asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");  // @registers
  out[threadIdx.x] = 0;
}

int main() {
  float* out;
  cudaMalloc(&out, 128 * 4 * sizeof(float));
  multiply<<<1, 128>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
