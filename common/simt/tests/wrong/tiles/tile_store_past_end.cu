// A tile reaches past the end of the rows: what lies there are the next rows, which belong to other blocks.
// expect: simt: an unmasked load or store of a tile of (16, 64) reaches past its span: element (0, 100) of a tensor with the extents (32, 100)
// expect: @store
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void fill(float* out, int rows, int columns) {
  auto to =
      ct::partition_view{ct::tensor_span{out, ct::extents{rows, columns}}, ct::shape<16, 64>{}};
  const auto block = ct::bid();
  to.store(ct::ones<ct::tile<float, ct::shape<16, 64>>>(), block.y, block.x);  // @store
}

int main() {
  float* out;
  cudaMalloc(&out, 32 * 100 * sizeof(float));
  fill<<<dim3(2, 2), 1>>>(out, 32, 100);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
