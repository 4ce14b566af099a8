// Chapter 04 · transpose_blocks
//
// The transpose through a padded tile with tiles of several sides, and with several rows of threads for one
// tile: more elements per thread, and smaller blocks.
//
//   transpose_blocks [--size N]      N columns, 3/4 N rows; default 256 on the CPU backend, 16384 on a GPU
#include "tutorial.cuh"

// `in` has `height` rows of `width`, `out` has `width` rows of `height`. A block is kSide threads wide and
// kRows high, so that each thread moves kSide / kRows elements of a square tile. Where a row of the tile is
// shorter than a warp, a warp takes several rows, and one word of padding no longer keeps its lanes apart.
template <int kSide, int kRows, int kPadding = 1>
__global__ void __launch_bounds__(kSide* kRows)
    transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[kSide][kSide + kPadding];
  const int x = threadIdx.x, column = blockIdx.x * kSide, row = blockIdx.y * kSide;
#pragma unroll
  for (int k = 0; k < kSide; k += kRows) {
    const int y = threadIdx.y + k;
    if (column + x < width && row + y < height) {
      tile[y][x] = in[static_cast<size_t>(row + y) * width + column + x];
    }
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kSide; k += kRows) {
    const int y = threadIdx.y + k;
    if (row + x < height && column + y < width) {
      out[static_cast<size_t>(column + y) * height + row + x] = tile[x][y];
    }
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Transpose a matrix with blocks of several sizes.");
  const int width = options.size({.cpu = 256, .gpu = 16384, .dimensions = 2});
  const int height = width - width / 4;
  const size_t n = static_cast<size_t>(width) * height, bytes = n * sizeof(float);
  const std::vector<float> input = random_floats(n);
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMemcpy(in, input.data(), bytes, cudaMemcpyHostToDevice));

  Experiment experiment(
      "Transposing " + std::to_string(height) + " rows × " + std::to_string(width) + " columns",
      out, n, 2.0 * bytes);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kSectorsPerLoad,
                   Column::kSectorsPerStore, Column::kBankConflicts});
  int resident = 0;
  experiment.show_count("blocks per SM", "%.0f", [&](const Counters&) { return resident; });
  const auto run = [&](const char* name, auto* kernel, int side, int rows) {
    const dim3 block(side, rows), grid((width + side - 1) / side, (height + side - 1) / side);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, side * rows, 0));
    experiment.run(
        name, [&] { kernel<<<grid, block>>>(in, out, width, height); },
        [&](long long i) { return input[static_cast<size_t>(i % height) * width + i / height]; });
  };
  run("tile 8, threads 8 × 8", transpose<8, 8>, 8, 8);
  run("tile 16, threads 16 × 16", transpose<16, 16>, 16, 16);
  run("  2 words of padding", transpose<16, 16, 2>, 16, 16);
  run("tile 32, threads 32 × 4", transpose<32, 4>, 32, 4);
  run("tile 32, threads 32 × 8", transpose<32, 8>, 32, 8);
  run("tile 32, threads 32 × 16", transpose<32, 16>, 32, 16);
  run("tile 32, threads 32 × 32", transpose<32, 32>, 32, 32);
  run("tile 64, threads 64 × 4", transpose<64, 4>, 64, 4);
  run("tile 64, threads 64 × 16", transpose<64, 16>, 64, 16);

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
