// A tile that only one branch gives a value.
// expect: simt: a tile is used that has no value
// expect: @use
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void scale(float* data, int n) {
  ct::tile<float, ct::shape<64>> tile;
  auto view = ct::partition_view{ct::tensor_span{data, ct::extents{64}}, ct::shape<64>{}};
  if (n > 64) tile = view.load(0);
  view.store(tile * 2.0f, 0);  // @use
}

int main() {
  float* data;
  cudaMalloc(&data, 64 * sizeof(float));
  scale<<<1, 1>>>(data, 64);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
