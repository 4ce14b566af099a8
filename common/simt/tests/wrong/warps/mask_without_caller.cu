// expect: simt: lane 8 calls a warp collective whose mask 0x000000ff leaves it out
// expect: @vote
#include <cuda_runtime.h>

__global__ void vote(unsigned* out) {
  out[threadIdx.x] = __ballot_sync(0xffu, 1);  // @vote
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 128);
  vote<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorIllegalInstruction ? 0 : 5;
}
