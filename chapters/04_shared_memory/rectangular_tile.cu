// Chapter 04 · rectangular_tile
//
// A block of 32 × 16 threads transposes a tile of 16 rows and 32 columns. A warp writes one row, but
// reads two columns of 16: how much padding keeps 32 words in 32 banks?
//
//   rectangular_tile [--size N]      N blocks, default 1 on the CPU backend, 131072 on a GPU
#include "tutorial.cuh"

constexpr int kWidth = 32, kHeight = 16;

// Thread number t writes (t / 32, t % 32), which is row by row, and reads (t % 16, t / 16), column by
// column: element t of the transposed tile.
template <int kPadding>
__global__ void transpose_tile(const int* in, int* out) {
  __shared__ int tile[kHeight][kWidth + kPadding];
  const int t = threadIdx.y * kWidth + threadIdx.x;
  const int i = blockIdx.x * kWidth * kHeight + t;
  tile[threadIdx.y][threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[t % kHeight][t / kHeight];
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Padding for a tile that is not square.");
  const int blocks = options.size(
      {.cpu = 1, .gpu = 131072, .bytes_per_element = 2 * kWidth * kHeight * sizeof(int)});
  const int n = blocks * kWidth * kHeight;
  const std::vector<int> input = random_ints(n);
  int *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(int)));
  CHECK(cudaMalloc(&out, n * sizeof(int)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(int), cudaMemcpyHostToDevice));

  Experiment experiment("A tile of 16 rows × 32 columns, " + std::to_string(blocks) +
                            (blocks == 1 ? " block" : " blocks"),
                        out, n, 2.0 * n * sizeof(int));
  experiment.show({Column::kTime, Column::kOfCopy, Column::kBankConflicts});
  const auto transposed = [&](int i) {
    const int t = i % (kWidth * kHeight);
    return input[i - t + t % kHeight * kWidth + t / kHeight];
  };
  const dim3 block(kWidth, kHeight);
  experiment.run(
      "no padding", [&] { transpose_tile<0><<<blocks, block>>>(in, out); }, transposed);
  experiment.run(
      "1 column of padding", [&] { transpose_tile<1><<<blocks, block>>>(in, out); }, transposed);
  experiment.run(
      "2 columns of padding", [&] { transpose_tile<2><<<blocks, block>>>(in, out); }, transposed);

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
