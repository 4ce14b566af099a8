// A view in tiles whose extent is no power of two.
// error: @here each extent of a tile is a power of two: take the next larger one
// nvcc: error
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(const float* p, int n) {
  auto view = ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<1000>{}};  // @here
  static_cast<void>(view);
}
