// A tile kernel with shared memory.
// error: @here a tile kernel has no shared memory of its own
// nvcc: error
#include <cuda_tile.h>

__tile_global__ void k(float* p) {
  __shared__ float part[32];  // @here
  part[0] = *p;
  *p = part[0];
}
int main() { k<<<1, 1>>>(nullptr); }
