// exit: 3
// expect: simt: warning: read of global memory that nobody has written, at byte 0 of the 8 bytes that were allocated at
// expect: @call
// expect: @access
// expect: malloc() and new do not clear memory
#include <cuda_runtime.h>

__global__ void count(int* out) {
  int* const found = static_cast<int*>(malloc(2 * sizeof(int)));  // @call
  for (int i = 0; i < 5; ++i) {
    found[i % 2] += i;  // @access
  }
  *out = found[0] + found[1];
  free(found);
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  count<<<1, 1>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
