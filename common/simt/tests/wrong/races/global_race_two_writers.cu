// Every block writes its own value to one word.
// expect: simt: race on global memory: two blocks use byte 12 of the 64 bytes that were allocated at
// expect: @allocation
// expect: and nothing orders them
// expect: write
// expect: @write by thread (0,0,0) of block (0,0,0)
// expect: write
// expect: @write by thread (0,0,0) of block (1,0,0)
// expect: advice
// expect: kernel  who_is_last, launched at
#include <cuda_runtime.h>

__global__ void who_is_last(int* out) {
  if (threadIdx.x == 0) out[3] = blockIdx.x;  // @write
}

int main() {
  int* out;
  cudaMalloc(&out, 64);  // @allocation
  who_is_last<<<20, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
