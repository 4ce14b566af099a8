// Each block marks what it has seen with a number of its own, in one byte: the last one wins, whichever that is.
// expect: simt: race on global memory
// expect: @mark
#include <cuda_runtime.h>

__global__ void mark(const int* seen, unsigned char* marks, int n) {
  const int i = threadIdx.x;
  if (i < n && seen[i] >= 0) marks[i] = static_cast<unsigned char>(5 + 84 * blockIdx.x);  // @mark
}

int main() {
  int* seen;
  unsigned char* marks;
  cudaMalloc(&seen, 48 * sizeof(int));
  cudaMalloc(&marks, 48);
  cudaMemset(seen, 0, 48 * sizeof(int));
  mark<<<2, 64>>>(seen, marks, 48);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
