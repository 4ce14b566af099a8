// A function of <cuda_tile.h> that the CPU backend does not have.
// refuses: <cuda_tile.h>: scaled_mma, mulhi, repack, padded layouts, strided assumptions
// error: @here the CPU backend has no cuda::tiles::scaled_mma
// nvcc: error
#include <cuda_tile.h>
namespace ct = cuda::tiles;
__tile_global__ void k() {
  auto a = ct::ones<ct::tile<float, ct::shape<16, 16>>>();
  ct::scaled_mma(a, a, a, a, a);  // @here
}
