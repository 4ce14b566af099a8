// A difference with the left neighbour, which the first thread does not have. Both are declared in one go.
// expect: simt: read of 8 bytes out of bounds, 8 bytes before the start of the __device__ variable right_edge (512 bytes)
// expect: @access
// expect: by      thread (0,0,0) of block (0,0,0)
#include <cuda_runtime.h>

__device__ double left_edge[64], right_edge[64];

__global__ void differences() {
  const int i = static_cast<int>(threadIdx.x);
  right_edge[i] = i;
  __syncthreads();
  left_edge[i] = right_edge[i] - right_edge[i - 1];  // @access
}

int main() {
  differences<<<1, 64>>>();
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
