// Chapter 04 · matrix_multiply_banks
//
// A thread that computes one element of a product reads two words of shared memory for every multiply-add. A
// thread that computes R × R elements uses each word R times, from registers: 2 R words for R × R multiply-adds.
// Which R × R elements it takes decides whether there are bank conflicts.
//
//   matrix_multiply_banks [--size N]      N × N matrices, default 128 on the CPU backend, 4096 on a
//                                         GPU
#include "tutorial.cuh"

constexpr int kSide = 16;  // threads in x and in y, and columns of A per step

// Where the R rows (and columns) of a thread lie: every 16th, or side by side.
enum class Elements { kApart, kSideBySide };

template <int R, Elements elements>
__global__ void multiply(const float* a, const float* b, float* c, int n) {
  constexpr int kTile = kSide * R;
  // A is stored column by column. A warp writes 16 × 2 elements of it: that takes 2 columns of padding.
  __shared__ float tile_a[kSide][kTile + 2];  // [k][row]
  __shared__ float tile_b[kSide][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row0 = blockIdx.y * kTile, column0 = blockIdx.x * kTile;
  const auto place = [](int thread, int i) {
    return elements == Elements::kApart ? thread + i * kSide : thread * R + i;
  };
  float sum[R][R] = {};
  for (int k0 = 0; k0 < n; k0 += kSide) {
#pragma unroll
    for (int i = 0; i < R; ++i) {
      const int row = row0 + y + i * kSide, column = column0 + x + i * kSide;
      tile_a[x][y + i * kSide] = row < n && k0 + x < n ? a[row * n + k0 + x] : 0;
      tile_b[y][x + i * kSide] = k0 + y < n && column < n ? b[(k0 + y) * n + column] : 0;
    }
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < kSide; ++k) {
      float of_a[R], of_b[R];
#pragma unroll
      for (int i = 0; i < R; ++i) of_a[i] = tile_a[k][place(y, i)];
#pragma unroll
      for (int i = 0; i < R; ++i) of_b[i] = tile_b[k][place(x, i)];
#pragma unroll
      for (int i = 0; i < R; ++i) {
#pragma unroll
        for (int j = 0; j < R; ++j) sum[i][j] += of_a[i] * of_b[j];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < R; ++i) {
#pragma unroll
    for (int j = 0; j < R; ++j) {
      const int row = row0 + place(y, i), column = column0 + place(x, j);
      if (row < n && column < n) c[row * n + column] = sum[i][j];
    }
  }
}

// What is wrong with every step-th row of an n × n matrix on the device; empty: nothing.
std::string wrong_rows(const float* c, const std::vector<float>& expected, int n, int step);

int main(int argc, char** argv) {
  const Options options(argc, argv, "A matrix product with 1, 16 and 64 results per thread.");
  const int n = options.size(
      {.cpu = 128, .gpu = 4096, .bytes_per_element = 3 * sizeof(float), .dimensions = 2});
  const std::vector<float> host_a = random_floats(static_cast<size_t>(n) * n);
  const std::vector<float> host_b = random_floats(static_cast<size_t>(n) * n);
  float *a = nullptr, *b = nullptr, *c = nullptr;
  const size_t bytes = static_cast<size_t>(n) * n * sizeof(float);
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMalloc(&c, bytes));
  CHECK(cudaMemcpy(a, host_a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b, host_b.data(), bytes, cudaMemcpyHostToDevice));

  // Every element of a small product, 61 rows of a large one: the host multiplies one at a time.
  const int step = n <= 512 ? 1 : n / 61;
  const std::vector<float> expected = product_on_host<float>(host_a, host_b, n, n, step);

  Experiment experiment("A product of " + std::to_string(n) + " × " + std::to_string(n), c,
                        static_cast<long long>(n) * n, 0);
  experiment.show({Column::kTime, Column::kBankConflicts});
  experiment.show_count("shared loads", "%.0f",
                        [](const Counters& c) { return c.shared_load_requests; });
  double first = 0;  // of the first row
  experiment.show_count("fall by", "%.2f", [&](const Counters& c) {
    if (first == 0) first = c.shared_load_requests;
    return first / c.shared_load_requests;
  });
  const auto run = [&](const std::string& name, auto kernel, int results) {
    const int tiles = (n + kSide * results - 1) / (kSide * results);
    experiment.run(
        name, [&] { kernel<<<dim3(tiles, tiles), dim3(kSide, kSide)>>>(a, b, c, n); },
        [&] { return wrong_rows(c, expected, n, step); });
  };
  run("1 result", multiply<1, Elements::kApart>, 1);
  run("4 × 4 apart", multiply<4, Elements::kApart>, 4);
  run("4 × 4 side by side", multiply<4, Elements::kSideBySide>, 4);
  run("8 × 8 apart", multiply<8, Elements::kApart>, 8);
  run("8 × 8 side by side", multiply<8, Elements::kSideBySide>, 8);

  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(c));
  return experiment.report();
}

std::string wrong_rows(const float* c, const std::vector<float>& expected, int n, int step) {
  std::vector<float> got(n);
  for (int row = 0; row < n; row += step) {
    const size_t first = static_cast<size_t>(row) * n;
    CHECK(cudaMemcpy(got.data(), c + first, n * sizeof(float), cudaMemcpyDeviceToHost));
    const std::string text =
        first_difference(got.data(), n, expected.data() + first, {.absolute = 4e-6 * (n + 1)});
    if (!text.empty()) return "row " + std::to_string(row) + ", " + text;
  }
  return "";
}
