// What a kernel assumes holds: the alignment, the divisor, and the bounds.
#include <cuda_tile.h>

#include <vector>

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void negate(float* data, int n, int first) {
  data = ct::assume_aligned(data, 16_ic);
  n = ct::assume_divisible(n, 16_ic);
  first = ct::assume_bounded_below<0>(ct::assume_bounded<0, 1024>(first));
  auto view =
      ct::partition_view{ct::tensor_span{data + first, ct::extents{n - first}}, ct::shape<64>{}};
  for (auto i : ct::irange(ct::bid().x, (n - first + 63u) / 64, ct::num_blocks().x)) {
    view.store_masked(-view.load_masked(i), i);
  }
}

int main() {
  constexpr int n = 1008;
  float* data;
  cudaMalloc(&data, n * sizeof(float));
  std::vector<float> values(n);
  for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i);
  cudaMemcpy(data, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  negate<<<3, 1>>>(data, n, 5);
  cudaMemcpy(values.data(), data, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    if (values[i] != (i < 5 ? i : -i)) return 1;
  }
  cudaFree(data);
}
