// A child grid gets a pointer to a local variable of the thread that launches it.
// expect: simt: a launch of child passes a pointer to a local variable
// expect: @launch
// expect: by      thread (0,0,0) of block (0,0,0)
// expect: kernel  parent
#include <cuda_runtime.h>

__global__ void child(int* result) { *result = 7; }

__global__ void parent(int* out) {
  int result = 0;
  child<<<1, 1>>>(&result);  // @launch
  out[0] = result;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  parent<<<1, 1>>>(out);
  const bool failed = cudaDeviceSynchronize() == cudaErrorIllegalAddress;
  return failed ? 0 : 5;
}
