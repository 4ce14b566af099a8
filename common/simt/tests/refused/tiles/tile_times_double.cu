// A scalar takes the type of the tile's elements, and a double would lose digits.
// error: @here one of the operands would lose something when it becomes an element of the other's type
// nvcc: error
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) {
  auto view = ct::partition_view{ct::tensor_span{p, ct::extents{64}}, ct::shape<64>{}};
  view.store(view.load(0) * 2.0, 0);  // @here
}
