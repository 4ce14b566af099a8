// Blocks that add to the same elements, atomically, and read overlapping tiles.
#include <cuda_tile.h>

#include <vector>

namespace ct = cuda::tiles;

__tile_global__ void count(const int* in, int* histogram, int n) {
  const auto i = static_cast<int>(ct::bid().x) * 64 + ct::iota<ct::tile<int, ct::shape<64>>>();
  const auto bin = ct::load_masked(in + i, i < n, 0);
  ct::atomic_add_masked<ct::memory_order::relaxed, ct::thread_scope::device>(
      histogram + bin, ct::full<ct::tile<int, ct::shape<64>>>(1), i < n);
}

__tile_global__ void sum_of_neighbours(const int* in, int* out, int n) {
  auto from = ct::strided_view{ct::tensor_span{in, ct::extents{n}}, ct::shape<64>{},
                               ct::strides<std::uint32_t, 32>{}};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{(n + 31) / 32}}, ct::shape<1>{}};
  to.store(ct::sum<0>(from.load_masked(ct::bid().x)), ct::bid().x);
}

int main() {
  constexpr int n = 1000, bins = 7;
  std::vector<int> values(n), expected(bins);
  for (int i = 0; i < n; ++i) {
    values[i] = i * i % bins;
    ++expected[values[i]];
  }
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemcpy(in, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, bins * sizeof(int));
  count<<<(n + 63) / 64, 1>>>(in, out, n);
  std::vector<int> result(32);
  cudaMemcpy(result.data(), out, bins * sizeof(int), cudaMemcpyDeviceToHost);
  for (int bin = 0; bin < bins; ++bin) {
    if (result[bin] != expected[bin]) return 1;
  }
  sum_of_neighbours<<<32, 1>>>(in, out, n);
  cudaMemcpy(result.data(), out, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int block = 0; block < 32; ++block) {
    int sum = 0;
    for (int i = block * 32; i < std::min(n, block * 32 + 64); ++i) sum += values[i];
    if (result[block] != sum) return 1;
  }
  cudaFree(in);
  cudaFree(out);
}
