// The last thread writes the first element of the array behind: two arrays without a gap, on a GPU.
// expect: simt: write of 4 bytes out of bounds, 0 bytes past the end of the __device__ variable sums (256 bytes)
// expect: @access
// expect: by      thread (63,0,0) of block (0,0,0)
// expect: compare the index with the number of elements
#include <cuda_runtime.h>

__device__ int sums[64];
__device__ int counts[64];

__global__ void shift() {
  sums[threadIdx.x + 1] = static_cast<int>(threadIdx.x);  // @access
  counts[threadIdx.x] = 1;
}

int main() {
  shift<<<1, 64>>>();
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
