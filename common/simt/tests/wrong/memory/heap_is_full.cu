// Eight MiB for all threads together, unless the host asks for more: the last threads get null.
// expect: simt: write of 4 bytes through a null pointer
// expect: @access
// expect: by      thread (8,0,0) of block (0,0,0)
#include <cuda_runtime.h>

__global__ void take() {
  int* const own = static_cast<int*>(malloc(1 << 20));
  own[0] = 1;  // @access
}

int main() {
  take<<<1, 32>>>();
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
