// Chapter 04 · transpose_float4
//
// A transpose with 16 bytes per load and per store, in two orders of blocks. Blocks that run at the same time
// should write what lies side by side in memory.
//
//   transpose_float4 [--size N]      N columns, 3/4 N rows, both multiples of 4; default 256 on the CPU backend,
//                                    16384 on a GPU
#include "tutorial.cuh"

#ifdef WITH_LIBRARIES  // by hand: nvcc … -DWITH_LIBRARIES -lcublas
#include <cublas_v2.h>
#endif

constexpr int kSide = 64;

// `in` has `height` rows of `width`, `out` has `width` rows of `height`; every row begins at a multiple of 16
// bytes. Blocks with consecutive numbers take tiles side by side in the matrix, or one below the other: then
// what they write lies side by side.
template <bool down>
__global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[kSide][kSide + 1];
  const int column = (down ? blockIdx.y : blockIdx.x) * kSide;
  const int row = (down ? blockIdx.x : blockIdx.y) * kSide;
  const int quad = threadIdx.x % 16 * 4, line = threadIdx.x / 16;  // 256 threads: 16 × 16
  float4 value[4] = {};
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const int r = row + line + k * 16, c = column + quad;
    if (r < height && c < width) {
      value[k] = *reinterpret_cast<const float4*>(&in[static_cast<size_t>(r) * width + c]);
    }
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    float* const to = &tile[line + k * 16][quad];
    to[0] = value[k].x, to[1] = value[k].y, to[2] = value[k].z, to[3] = value[k].w;
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const int c = line + k * 16;
    if (column + c >= width || row + quad >= height) continue;
    *reinterpret_cast<float4*>(&out[static_cast<size_t>(column + c) * height + row + quad]) =
        make_float4(tile[quad][c], tile[quad + 1][c], tile[quad + 2][c], tile[quad + 3][c]);
  }
}

__global__ void copy_float4(const float4* in, float4* out, size_t quads) {
  const size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < quads) out[i] = in[i];
}

int tiles(int n, int side) { return (n + side - 1) / side; }

int main(int argc, char** argv) {
  const Options options(argc, argv,
                        "Transpose a matrix, 16 bytes at a time, in two orders of blocks.");
  const int width = options.size({.cpu = 256, .gpu = 16384, .dimensions = 2});
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
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kOfPeer,
                   Column::kSectorsPerLoad, Column::kSectorsPerStore, Column::kBankConflicts});
  experiment.compare_with("cuBLAS geam", "× cuBLAS");
  const auto transposed = [&](long long i) {
    return input[static_cast<size_t>(i % height) * width + i / height];
  };
  const int across = tiles(width, kSide), below = tiles(height, kSide);
  experiment.run(
      "along the rows",
      [&] { transpose<false><<<dim3(across, below), 256>>>(in, out, width, height); }, transposed);
  experiment.run(
      "down the columns",
      [&] { transpose<true><<<dim3(below, across), 256>>>(in, out, width, height); }, transposed);
  const auto in4 = reinterpret_cast<const float4*>(in);
  const auto out4 = reinterpret_cast<float4*>(out);
  experiment.run(
      "copy kernel, float4",
      [&] { copy_float4<<<static_cast<unsigned>(n / 1024 + 1), 256>>>(in4, out4, n / 4); },
      [&](long long i) {
        return i / 4 < static_cast<long long>(n / 4) ? input[i] : Experiment::kUnwritten;
      });
#ifdef WITH_LIBRARIES
  cublasHandle_t cublas = nullptr;
  const float one = 1, zero = 0;
  bool works = cublasCreate(&cublas) == CUBLAS_STATUS_SUCCESS;
  experiment.run(
      "cuBLAS geam",  // column by column, as cuBLAS sees it: `in` is width × height
      [&] {
        works &= cublasSgeam(cublas, CUBLAS_OP_T, CUBLAS_OP_N, height, width, &one, in, width,
                             &zero, out, height, out, height) == CUBLAS_STATUS_SUCCESS;
      },
      transposed);
  cublasDestroy(cublas);
  if (!works) std::fprintf(stderr, "a call of cuBLAS failed\n");
#else
  experiment.skip_library("cuBLAS geam");
#endif

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
