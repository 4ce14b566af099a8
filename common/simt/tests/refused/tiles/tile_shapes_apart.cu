// A column and a row that is as long as the column.
// error: @here the shapes of these two do not fit: each extent has to be equal or 1
// nvcc: error
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) {
  auto sums = ct::ones<ct::tile<float, ct::shape<16>>>();
  auto tile = ct::ones<ct::tile<float, ct::shape<16, 64>>>();
  auto view = ct::partition_view{ct::tensor_span{p, ct::extents{16, 64}}, ct::shape<16, 64>{}};
  view.store(tile / sums, 0, 0);  // @here
}
