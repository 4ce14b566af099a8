// A tile kernel that is given a struct: only scalars come to it by value.
// error: @here a tile kernel takes numbers, pointers and references, and the type of size is none of these
// nvcc: error
#include <cuda_tile.h>
namespace ct = cuda::tiles;
struct Size {
  int n;
  float scale;
};
__tile_global__ void k(float* p, const Size size) {  // @here
  ct::store(p, static_cast<float>(size.n) * size.scale);
}
int main() { k<<<1, 1>>>(nullptr, Size{1, 2.0f}); }
