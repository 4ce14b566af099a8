// Chapter 15 · tile_transpose
//
// A transpose without shared memory, barriers or banks in the source: transpose() exchanges the dimensions of a tile,
// and the compiler decides how the elements get to their new places. What it decides depends on what it is told. For
// compute capability 8.0 and newer, and nvcc 13.3 and newer.
//
//   tile_transpose [--size N]      N columns, 3/4 N rows, both multiples of 4; default 240 on the CPU backend, 16384
//                                  on a GPU
#include <cuda_tile.h>

#include "tutorial.cuh"

namespace ct = cuda::tiles;
using namespace ct::literals;

// All kernels: `in` has `height` rows of `width`, `out` has `width` rows of `height`.

// For comparison, chapter 04's kernel: a tile in shared memory with a word of padding per row.
__global__ void transpose_threads(const float* in, float* out, int width, int height) {
  __shared__ float tile[32][32 + 1];
  const int x = threadIdx.x, column = blockIdx.x * 32, row = blockIdx.y * 32;
  for (int y = threadIdx.y; y < 32; y += 8) {
    if (column + x < width && row + y < height) {
      tile[y][x] = in[static_cast<size_t>(row + y) * width + column + x];
    }
  }
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8) {
    if (row + x < height && column + y < width) {
      out[static_cast<size_t>(column + y) * height + row + x] = tile[x][y];
    }
  }
}

// A matrix as so many square tiles.
template <int kSide, class T>
__tile__ auto tiles_of(T* data, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{data, ct::extents{rows, columns}},
                            ct::shape<kSide, kSide>{}};
}

// Block (x, y) reads tile (y, x) of the input, and writes tile (x, y) of the output.
template <int kSide>
__tile_global__ void transpose(const float* in, float* out, int width, int height) {
  const auto from = tiles_of<kSide>(in, height, width);
  const auto to = tiles_of<kSide>(out, width, height);
  const auto block = ct::bid();
  to.store_masked(ct::transpose(from.load_masked(block.y, block.x)), block.x, block.y);
}

// The same with two promises, from which follows that all rows of both matrices begin at multiples of 16 bytes.
template <int kSide>
__tile_global__ void transpose_promised(const float* in, float* out, int width, int height) {
  width = ct::assume_divisible(width, 4_ic);
  height = ct::assume_divisible(height, 4_ic);
  const auto from = tiles_of<kSide>(ct::assume_aligned(in, 16_ic), height, width);
  const auto to = tiles_of<kSide>(ct::assume_aligned(out, 16_ic), width, height);
  const auto block = ct::bid();
  to.store_masked(ct::transpose(from.load_masked(block.y, block.x)), block.x, block.y);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Transpose a matrix, tile by tile.");
  const int width = options.size({.cpu = 240, .gpu = 8192, .dimensions = 2});
  const int height = width - width / 4;
  if (width % 4 != 0 || height % 4 != 0) {
    std::fprintf(stderr, "--size: must be a multiple of 16\n");
    return kExitBadArguments;
  }
  const size_t n = static_cast<size_t>(width) * height, bytes = n * sizeof(float);
  const std::vector<float> input = random_floats(n);
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMemcpy(in, input.data(), bytes, cudaMemcpyHostToDevice));

  Experiment experiment(
      "Transposing " + std::to_string(height) + " rows × " + std::to_string(width) + " columns",
      out, n, 2.0 * bytes);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  experiment.show_modelled("sectors loaded", "%.0f", [](const Counters& k) {
    return k.global_load_sectors + k.tile_load_sectors;
  });
  experiment.show_modelled("sectors stored", "%.0f", [](const Counters& k) {
    return k.global_store_sectors + k.tile_store_sectors;
  });
  experiment.show_modelled("masked out", "%.0f",
                           [](const Counters& k) { return k.tile_load_masked; });
  const auto transposed = [&](long long i) {
    return input[static_cast<size_t>(i % height) * width + i / height];
  };
  const auto run = [&](const char* name, auto kernel, int side, dim3 block) {
    const dim3 grid((width + side - 1) / side, (height + side - 1) / side);
    experiment.run(
        name, [&] { kernel<<<grid, block>>>(in, out, width, height); }, transposed);
  };
  run("threads, 32 × 32", transpose_threads, 32, dim3(32, 8));
  run("tiles of 32 × 32", transpose<32>, 32, 1);
  run("tiles of 64 × 64", transpose<64>, 64, 1);
  run("  with promises", transpose_promised<64>, 64, 1);

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
