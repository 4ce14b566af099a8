// expect: simt: write of 4 bytes out of bounds, 0 bytes past the end of the __managed__ variable histogram (1024 bytes)
// expect: @access
// expect: by      thread (0,0,0) of block (1,0,0)
#include <cuda_runtime.h>

__managed__ int histogram[256];
__managed__ int largest;

__global__ void clear() {
  histogram[blockIdx.x * blockDim.x + threadIdx.x] = 0;  // @access
  if (threadIdx.x == 0) largest = 0;
}

int main() {
  clear<<<2, 256>>>();
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
