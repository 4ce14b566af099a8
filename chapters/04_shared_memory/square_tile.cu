// Chapter 04 · square_tile
//
// A block of 32 × 32 threads writes a tile of shared memory and reads it again, along rows or down
// columns. A row is 32 words, one in each bank. A column is 32 words of one bank.
//
//   square_tile [--size N]      N blocks, default 1 on the CPU backend, 65536 on a GPU
#include "tutorial.cuh"

constexpr int kSide = 32;

// The lanes of a warp differ in threadIdx.x. With [y][x] they use a row of the tile, with [x][y] a column.
template <bool write_rows, bool read_rows, int kPadding>
__global__ void static_tile(const int* in, int* out) {
  __shared__ int tile[kSide][kSide + kPadding];
  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.x * kSide * kSide + y * kSide + x;
  if (write_rows) {
    tile[y][x] = in[i];
  } else {
    tile[x][y] = in[i];
  }
  __syncthreads();
  out[i] = read_rows ? tile[y][x] : tile[x][y];
}

// The same with dynamic shared memory, which has one dimension: the kernel computes the index.
extern __shared__ int dynamic[];

template <int kPadding>
__global__ void dynamic_tile(const int* in, int* out) {
  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.x * kSide * kSide + y * kSide + x;
  dynamic[y * (kSide + kPadding) + x] = in[i];
  __syncthreads();
  out[i] = dynamic[x * (kSide + kPadding) + y];
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Rows and columns of a square tile of shared memory.");
  const int blocks =
      options.size({.cpu = 1, .gpu = 65536, .bytes_per_element = 2 * kSide * kSide * sizeof(int)});
  const int n = blocks * kSide * kSide;
  const std::vector<int> input = random_ints(n);
  int *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(int)));
  CHECK(cudaMalloc(&out, n * sizeof(int)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(int), cudaMemcpyHostToDevice));

  Experiment experiment(
      "A tile of 32 × 32, " + std::to_string(blocks) + (blocks == 1 ? " block" : " blocks"), out, n,
      2.0 * n * sizeof(int));
  experiment.show({Column::kTime, Column::kOfCopy, Column::kBankConflicts});
  experiment.longest_name("the same, a column of padding");
  // Written and read the same way the tile changes nothing; otherwise it transposes.
  const auto same = [&](int i) { return input[i]; };
  const auto transposed = [&](int i) {
    const int first = i / (kSide * kSide) * (kSide * kSide), row = i / kSide % kSide;
    return input[first + i % kSide * kSide + row];
  };
  const dim3 block(kSide, kSide);
  experiment.run(
      "write rows, read rows", [&] { static_tile<true, true, 0><<<blocks, block>>>(in, out); },
      same);
  experiment.run(
      "write columns, read columns",
      [&] { static_tile<false, false, 0><<<blocks, block>>>(in, out); }, same);
  experiment.run(
      "write rows, read columns", [&] { static_tile<true, false, 0><<<blocks, block>>>(in, out); },
      transposed);
  experiment.run(
      "the same, dynamic",
      [&] { dynamic_tile<0><<<blocks, block, kSide * kSide * sizeof(int)>>>(in, out); },
      transposed);
  experiment.run(
      "the same, a column of padding",
      [&] { static_tile<true, false, 1><<<blocks, block>>>(in, out); }, transposed);
  experiment.run(
      "the same, dynamic, padded",
      [&] { dynamic_tile<1><<<blocks, block, kSide*(kSide + 1) * sizeof(int)>>>(in, out); },
      transposed);

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
