// A tile kernel that asks which thread it is.
// error: @here a tile kernel has no threadIdx: it is one program for the whole block
// nvcc: error
#include <cuda_tile.h>

__tile_global__ void k(float* p) { p[threadIdx.x] = 0; }  // @here
int main() { k<<<1, 1>>>(nullptr); }
