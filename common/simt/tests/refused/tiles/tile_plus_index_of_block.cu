// Indices of blocks are unsigned, and would lose something in a tile of int.
// error: @here write 2.0f for 2.0, static_cast<int>(ct::bid().x) with a tile of int
// nvcc: error
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(int* p) {
  auto view = ct::partition_view{ct::tensor_span{p, ct::extents{64}}, ct::shape<64>{}};
  view.store(ct::bid().x * 64 + ct::iota<ct::tile<int, ct::shape<64>>>(), 0);  // @here
}
