// Tiles that reach past the tensor, with masks and padding, in views and as tiles of pointers.
#include <cuda_tile.h>

#include <cstdio>
#include <vector>

namespace ct = cuda::tiles;

__tile_global__ void largest_of_rows(const float* in, float* out, int rows, int columns) {
  auto from =
      ct::partition_view{ct::tensor_span{in, ct::extents{rows, columns}}, ct::shape<8, 64>{}};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{rows}}, ct::shape<8>{}};
  const auto block = ct::bid().x;
  auto tile = from.load_masked<ct::view_padding::negative_inf>(block, 0);
  to.store_masked(ct::reshape<ct::shape<8>>(ct::reduce_max<1>(tile)), block);
}

__tile_global__ void shift(const float* in, float* out, int n) {
  const auto i = static_cast<int>(ct::bid().x) * 32 + ct::iota<ct::tile<int, ct::shape<32>>>();
  const auto left = ct::load_masked(in + (i - 1), i >= 1 && i < n + 1, -7.0f);
  ct::store_masked(out + i, left, i < n);
}

int main() {
  constexpr int rows = 13, columns = 50, n = rows * columns;
  std::vector<float> values(n);
  for (int i = 0; i < n; ++i) values[i] = -1.0f - static_cast<float>(i * 37 % 101);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  largest_of_rows<<<(rows + 7) / 8, 1>>>(in, out, rows, columns);
  std::vector<float> result(n);
  cudaMemcpy(result.data(), out, rows * sizeof(float), cudaMemcpyDeviceToHost);
  for (int row = 0; row < rows; ++row) {
    float largest = -1000;
    for (int k = 0; k < columns; ++k) largest = std::max(largest, values[row * columns + k]);
    if (result[row] != largest) return 1;
  }
  shift<<<(n + 31) / 32, 1>>>(in, out, n);
  cudaMemcpy(result.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    if (result[i] != (i == 0 ? -7.0f : values[i - 1])) return 1;
  }
  cudaFree(in);
  cudaFree(out);
}
