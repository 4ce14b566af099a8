// Chapter 15 · tile_distances
//
// The squared distance of each row to one point: a vector spread over all rows of a tile, arithmetic, a sum along the
// rows. Tiles follow each other along a row, so it may have any length. For compute capability 8.0 and newer, and nvcc
// 13.3 and newer.
//
//   tile_distances [--size N] [--columns N]      N rows, by default of 77 floats on the CPU backend, 1000 on a GPU
#include <cuda_tile.h>

#include "tutorial.cuh"

namespace ct = cuda::tiles;

// For comparison: a warp for each row.
__global__ void distances_threads(const float* x, const float* point, float* out, int rows,
                                  int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += 32) {
    const float difference = x[static_cast<size_t>(row) * columns + i] - point[i];
    sum += difference * difference;
  }
  for (int bit = 16; bit > 0; bit /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, bit);
  if (threadIdx.x == 0) out[row] = sum;
}

// kRows rows for each block, kWidth columns at a time. `x - p` spreads the vector p over all rows. Past the end of a row
// both are 0, and so is their difference. The sums are a column, kRows × 1; what is stored needs the view's shape.
template <int kRows, int kWidth>
__tile_global__ void distances(const float* x, const float* point, float* out, int rows,
                               int columns) {
  const auto x_tiles = ct::partition_view{ct::tensor_span{x, ct::extents{rows, columns}},
                                          ct::shape<kRows, kWidth>{}};
  const auto point_tiles =
      ct::partition_view{ct::tensor_span{point, ct::extents{columns}}, ct::shape<kWidth>{}};
  const auto out_tiles =
      ct::partition_view{ct::tensor_span{out, ct::extents{rows}}, ct::shape<kRows>{}};
  const auto block = ct::bid().x;
  auto squares = ct::zeros<ct::tile<float, ct::shape<kRows, kWidth>>>();
  for (const int i : ct::irange(0, (columns + kWidth - 1) / kWidth)) {
    const auto difference = x_tiles.load_masked(block, i) - point_tiles.load_masked(i);
    squares = squares + difference * difference;
  }
  const auto sums = ct::sum<1>(squares);
  out_tiles.store_masked(ct::reshape<ct::shape<kRows>>(sums), block);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "The squared distance of each row of a matrix to one point.",
                        {{.name = "columns",
                          .fallback = has_times() ? 1000 : 77,
                          .min = 1,
                          .max = 4096,
                          .help = "elements of a row"}});
  const int columns = static_cast<int>(options["columns"]);
  const int rows =
      options.size({.cpu = 131, .gpu = 65537, .bytes_per_element = 4096 * sizeof(float)});
  const size_t n = static_cast<size_t>(rows) * columns;
  const std::vector<float> host_x = random_floats(n), host_point = random_floats(columns);
  float *x = nullptr, *point = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&x, n * sizeof(float)));
  CHECK(cudaMalloc(&point, columns * sizeof(float)));
  CHECK(cudaMalloc(&out, rows * sizeof(float)));
  CHECK(cudaMemcpy(x, host_x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(point, host_point.data(), columns * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment(std::to_string(rows) + " rows of " + std::to_string(columns), out, rows,
                        (n + columns + rows) * sizeof(float), {.relative = 1e-5});
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  experiment.show_modelled("tile loads", "%.0f", [](const Counters& k) { return k.tile_loads; });
  experiment.show_modelled("sectors loaded", "%.0f", [](const Counters& k) {
    return k.global_load_sectors + k.tile_load_sectors;
  });
  const auto expected = [&](int row) {
    double sum = 0;
    for (int i = 0; i < columns; ++i) {
      const double difference =
          static_cast<double>(host_x[static_cast<size_t>(row) * columns + i]) - host_point[i];
      sum += difference * difference;
    }
    return static_cast<float>(sum);
  };
  experiment.run(
      "a warp for each row",
      [&] { distances_threads<<<(rows + 7) / 8, dim3(32, 8)>>>(x, point, out, rows, columns); },
      expected);
  experiment.run(
      "tiles of 1 × 256", [&] { distances<1, 256><<<rows, 1>>>(x, point, out, rows, columns); },
      expected);
  experiment.run(
      "tiles of 16 × 64",
      [&] { distances<16, 64><<<(rows + 15) / 16, 1>>>(x, point, out, rows, columns); }, expected);

  CHECK(cudaFree(x));
  CHECK(cudaFree(point));
  CHECK(cudaFree(out));
  return experiment.report();
}
