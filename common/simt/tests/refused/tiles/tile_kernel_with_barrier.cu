// A tile kernel with a barrier.
// error: @here __syncthreads() is for threads, and a tile kernel has none
// nvcc: error
#include <cuda_tile.h>

__tile_global__ void k(float* p) {
  *p = 1;
  __syncthreads();  // @here
}
int main() { k<<<1, 1>>>(nullptr); }
