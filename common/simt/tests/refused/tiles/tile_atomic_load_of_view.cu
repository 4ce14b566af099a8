// A function of views that the CPU backend does not have.
// refuses: <cuda_tile.h>: atomic loads and stores of views
// error: @here the CPU backend has no atomic_load() of a view: that of a tile of pointers is there
// nvcc: error
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(const float* p) {
  auto view = ct::partition_view{ct::tensor_span{p, ct::extents{64}}, ct::shape<64>{}};
  view.atomic_load<ct::memory_order::relaxed>(0);  // @here
}
