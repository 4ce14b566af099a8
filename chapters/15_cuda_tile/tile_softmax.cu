// Chapter 15 · tile_softmax
//
// The softmax of each row: exp(x - largest) / sum. Rows of any length fit a tile whose width is a power of two, if what
// lies past their end is -inf, which is no maximum and whose exp is 0. For compute capability 8.0 and newer, and nvcc
// 13.3 and newer.
//
//   tile_softmax [--size N] [--columns N]      N rows, of 77 floats on the CPU backend, 1000 on a GPU, 1024 at most
#include <cuda_tile.h>

#include "tutorial.cuh"

namespace ct = cuda::tiles;

constexpr int kWidest = 1024;

// For comparison: a warp for each row. Each of its lanes takes every 32nd element, three times.
__global__ void softmax_threads(const float* in, float* out, int rows, int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
  if (row >= rows) return;
  const float* const x = in + static_cast<size_t>(row) * columns;
  float largest = -INFINITY, sum = 0;
  for (int i = lane; i < columns; i += 32) largest = fmaxf(largest, x[i]);
  for (int bit = 16; bit > 0; bit /= 2) {
    largest = fmaxf(largest, __shfl_xor_sync(0xffffffffu, largest, bit));
  }
  for (int i = lane; i < columns; i += 32) sum += expf(x[i] - largest);
  for (int bit = 16; bit > 0; bit /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, bit);
  for (int i = lane; i < columns; i += 32) {
    out[static_cast<size_t>(row) * columns + i] = expf(x[i] - largest) / sum;
  }
}

// A matrix as tiles of so many rows, each as wide as a whole row.
template <int kRows, int kWidth, class T>
__tile__ auto tiles_of(T* data, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{data, ct::extents{rows, columns}},
                            ct::shape<kRows, kWidth>{}};
}

// kRows rows for each block. A reduction along dimension 1 makes a column of a row's results, kRows × 1, and an
// operation with a tile of kRows × kWidth spreads it over the row again.
template <int kRows, int kWidth>
__tile_global__ void softmax(const float* in, float* out, int rows, int columns) {
  const auto block = ct::bid().x;
  const auto x = tiles_of<kRows, kWidth>(in, rows, columns)
                     .template load_masked<ct::view_padding::negative_inf>(block, 0);
  const auto weights = ct::exp(x - ct::reduce_max<1>(x));
  tiles_of<kRows, kWidth>(out, rows, columns).store_masked(weights / ct::sum<1>(weights), block, 0);
}

// The softmax of each row, in double.
std::vector<float> reference(const std::vector<float>& in, int columns) {
  std::vector<float> out(in.size());
  const auto rows = [&](size_t row, size_t end) {
    for (size_t first = row * columns; first < end * columns; first += columns) {
      double sum = 0;
      for (int i = 0; i < columns; ++i) sum += std::exp(static_cast<double>(in[first + i]));
      for (int i = 0; i < columns; ++i) {
        out[first + i] = static_cast<float>(std::exp(static_cast<double>(in[first + i])) / sum);
      }
    }
  };
  tutorial::in_parts(static_cast<long long>(in.size()) / columns, rows, columns);
  return out;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "The softmax of each row of a matrix.",
                        {{.name = "columns",
                          .fallback = has_times() ? 1000 : 77,
                          .min = 1,
                          .max = kWidest,
                          .help = "elements of a row"}});
  const int columns = static_cast<int>(options["columns"]);
  const int rows =
      options.size({.cpu = 131, .gpu = 65537, .bytes_per_element = 2 * kWidest * sizeof(float)});
  const size_t n = static_cast<size_t>(rows) * columns, bytes = n * sizeof(float);
  const std::vector<float> input = random_floats(n, -5, 5);
  const std::vector<float> expected = reference(input, columns);
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMemcpy(in, input.data(), bytes, cudaMemcpyHostToDevice));

  Experiment experiment(std::to_string(rows) + " rows of " + std::to_string(columns) + " floats",
                        out, n, 2.0 * bytes, {.relative = 1e-5, .columns = columns});
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  experiment.show_modelled("sectors loaded", "%.0f", [](const Counters& k) {
    return k.global_load_sectors + k.tile_load_sectors;
  });
  experiment.show_modelled("stored", "%.0f", [](const Counters& k) {
    return k.global_store_sectors + k.tile_store_sectors;
  });
  experiment.show_modelled("masked out", "%.0f",
                           [](const Counters& k) { return k.tile_load_masked; });
  experiment.run(
      "a warp for each row",
      [&] { softmax_threads<<<(rows + 7) / 8, dim3(32, 8)>>>(in, out, rows, columns); }, expected);
  const auto run = [&]<int kRows>(const std::string& name) {
    const int blocks = (rows + kRows - 1) / kRows;
    experiment.run(
        name,
        [&] {
          if (columns <= 128)
            softmax<kRows, 128><<<blocks, 1>>>(in, out, rows, columns);
          else
            softmax<kRows, kWidest><<<blocks, 1>>>(in, out, rows, columns);
        },
        expected);
  };
  run.template operator()<1>("a tile for each row");
  run.template operator()<4>("a tile for 4 rows");

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
