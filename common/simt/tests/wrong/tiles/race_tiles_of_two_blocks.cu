// Tiles of 64 that begin every 32 elements: each element is stored by two blocks.
// expect: simt: race on global memory
// expect: @store by block (
// expect: @store by block (
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void number(int* out, int n) {
  auto to = ct::strided_view{ct::tensor_span{out, ct::extents{n}}, ct::shape<64>{},
                             ct::strides<std::uint32_t, 32>{}};
  const auto block = static_cast<int>(ct::bid().x);
  to.store_masked(ct::full<ct::tile<int, ct::shape<64>>>(block), block);  // @store
}

int main() {
  int* out;
  cudaMalloc(&out, 128 * sizeof(int));
  number<<<4, 1>>>(out, 128);
  return cudaDeviceSynchronize() != cudaSuccess ? 0 : 3;
}
