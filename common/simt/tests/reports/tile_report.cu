// Tiles of two kernels, one of threads, and a number that a tile kernel loads by itself.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void scale(float* data, const float* factor, int n) {
  auto view = ct::partition_view{ct::tensor_span{data, ct::extents{n}}, ct::shape<64>{}};
  const auto i = ct::bid().x;
  const float by = *factor;
  auto tile = view.load_masked(i);
  view.store_masked(tile * by, i);
}

__global__ void set(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = 1;
}

int main() {
  constexpr int n = 100;
  float* data;
  cudaMalloc(&data, (n + 1) * sizeof(float));
  set<<<4, 32>>>(data, n + 1);
  scale<<<2, 1>>>(data, data + n, n);
  return cudaFree(data) == cudaSuccess ? 0 : 1;
}
