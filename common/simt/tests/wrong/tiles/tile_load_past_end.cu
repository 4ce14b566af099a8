// The last tile reaches past the tensor, and its load has no mask.
// expect: simt: an unmasked load or store of a tile of (256) reaches past its span: element (1000) of a tensor with the extents (1000)
// expect: @load
// expect: by      block (3,0,0)
// expect: load_masked() pads what lies outside
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void copy(const float* in, float* out, int n) {
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{n}}, ct::shape<256>{}};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{n}}, ct::shape<256>{}};
  const auto i = ct::bid().x;
  auto tile = from.load(i);  // @load
  to.store_masked(tile, i);
}

int main() {
  constexpr int n = 1000;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  copy<<<4, 1>>>(in, out, n);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
