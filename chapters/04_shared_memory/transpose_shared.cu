// Chapter 04 · transpose_shared
//
// A transpose with coalesced loads and coalesced stores: a warp loads a row of the matrix into a row of a tile
// in shared memory, and stores a column of the tile to a row of the result.
//
//   transpose_shared [--size N]      N columns, 3/4 N rows; default 256 on the CPU backend, 16384 on
//                                    a GPU
#include "tutorial.cuh"

// All kernels: `in` has `height` rows of `width`, `out` has `width` rows of `height`.

// 32 × 32, 8 rows of threads: 4 elements per thread. A column of the tile is 32 words of one bank; with a word of
// padding each row begins one bank further, and a column is in 32 banks.
template <int kPadding>
__global__ void transpose_tile(const float* in, float* out, int width, int height) {
  __shared__ float tile[32][32 + kPadding];
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

// The same without an additional word: element x of row y lies at x ^ y.
__global__ void transpose_swizzled(const float* in, float* out, int width, int height) {
  __shared__ float tile[32][32];
  const int x = threadIdx.x, column = blockIdx.x * 32, row = blockIdx.y * 32;
  for (int y = threadIdx.y; y < 32; y += 8) {
    if (column + x < width && row + y < height) {
      tile[y][x ^ y] = in[static_cast<size_t>(row + y) * width + column + x];
    }
  }
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8) {
    if (row + x < height && column + y < width) {
      out[static_cast<size_t>(column + y) * height + row + x] = tile[x][y ^ x];
    }
  }
}

// 64 × 64, 16 rows of threads: 8 elements per thread, in two halves of 32 columns. The first store comes after
// all 8 loads, so that they are in flight together.
constexpr int kSide = 64;
__global__ void transpose_unrolled(const float* in, float* out, int width, int height) {
  __shared__ float tile[kSide][kSide + 1];
  const int x = threadIdx.x, column = blockIdx.x * kSide, row = blockIdx.y * kSide;
  float value[8];
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    const int y = threadIdx.y + k / 2 * 16, c = column + x + k % 2 * 32;
    value[k] = row + y < height && c < width ? in[static_cast<size_t>(row + y) * width + c] : 0;
  }
#pragma unroll
  for (int k = 0; k < 8; ++k) tile[threadIdx.y + k / 2 * 16][x + k % 2 * 32] = value[k];
  __syncthreads();
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    const int y = threadIdx.y + k / 2 * 16, r = x + k % 2 * 32;
    if (column + y < width && row + r < height) {
      out[static_cast<size_t>(column + y) * height + row + r] = tile[r][y];
    }
  }
}

__global__ void copy_float4(const float4* in, float4* out, size_t quads) {
  const size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < quads) out[i] = in[i];
}

int tiles(int n, int side) { return (n + side - 1) / side; }

int main(int argc, char** argv) {
  const Options options(argc, argv, "Transpose a matrix through tiles of shared memory.");
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
  const auto transposed = [&](long long i) {
    return input[static_cast<size_t>(i % height) * width + i / height];
  };
  const dim3 grid(tiles(width, 32), tiles(height, 32)), block(32, 8);
  experiment.run(
      "tile", [&] { transpose_tile<0><<<grid, block>>>(in, out, width, height); }, transposed);
  experiment.run(
      "padded", [&] { transpose_tile<1><<<grid, block>>>(in, out, width, height); }, transposed);
  experiment.run(
      "swizzled", [&] { transpose_swizzled<<<grid, block>>>(in, out, width, height); }, transposed);
  experiment.run(
      "64 × 64, 8 loads in flight",
      [&] {
        const dim3 large(tiles(width, kSide), tiles(height, kSide));
        transpose_unrolled<<<large, dim3(32, 16)>>>(in, out, width, height);
      },
      transposed);
  const auto in4 = reinterpret_cast<const float4*>(in);
  const auto out4 = reinterpret_cast<float4*>(out);
  experiment.run(
      "copy kernel, float4",
      [&] { copy_float4<<<static_cast<unsigned>(n / 1024 + 1), 256>>>(in4, out4, n / 4); },
      [&](long long i) {
        return i / 4 < static_cast<long long>(n / 4) ? input[i] : Experiment::kUnwritten;
      });

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
