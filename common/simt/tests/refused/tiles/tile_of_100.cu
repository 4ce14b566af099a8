// A tile whose extent is no power of two.
// error: @here each extent of a tile is a power of two: take the next larger one
// nvcc: error
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k(float* p) {
  ct::store(p,
            static_cast<float>(ct::sum<0>(ct::zeros<ct::tile<float, ct::shape<100>>>())));  // @here
}
