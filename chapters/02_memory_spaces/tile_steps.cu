// Chapter 02 · tile_steps
//
// The tiled product of matrix_multiply on matrices that fit on a page. Each thread writes down what it loads in
// each step, and its sum after the step. The lesson's pictures are drawn from what this program prints
// (docs/pictures/tiles.awk).
//
//   tile_steps                          2 × 2 and 4 × 4, in tiles of 2 × 2
//   tile_steps --size N [--tile 2|4]    N × N, a multiple of the tile up to 16, in tiles of 2 × 2 or 4 × 4
#include "tutorial.cuh"

struct Step {
  int of_a, of_b;  // index of what the thread loads into the tiles
  int sum;
};

// All loads from the matrices go through here, to be counted element by element.
__device__ int load(const int* matrix, int* loads, int index) {
  atomicAdd(&loads[index], 1);
  return matrix[index];
}

template <int kTile>
__global__ void multiply_naive(const int* a, const int* b, int* loads, int* c, int n) {
  const int column = blockIdx.x * kTile + threadIdx.x, row = blockIdx.y * kTile + threadIdx.y;
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += load(a, loads, row * n + i) * load(b, loads + n * n, i * n + column);
  }
  c[row * n + column] = sum;
}

// The same sum, kTile products at a time. A thread loads one element of each tile and uses kTile.
template <int kTile>
__global__ void multiply_tiled(const int* a, const int* b, int* loads, int* c, Step* steps, int n) {
  __shared__ int tile_a[kTile][kTile], tile_b[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * kTile + x, row = blockIdx.y * kTile + y;
  int sum = 0;
  for (int first = 0; first < n; first += kTile) {
    const int of_a = row * n + first + x, of_b = (first + y) * n + column;
    tile_a[y][x] = load(a, loads, of_a);
    tile_b[y][x] = load(b, loads + n * n, of_b);
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += tile_a[y][i] * tile_b[i][x];
    __syncthreads();
    steps[(row * n + column) * (n / kTile) + first / kTile] = {of_a, of_b, sum};
  }
  c[row * n + column] = sum;
}

template <int kTile>
bool show_product(int n);
void print_steps(const std::vector<Step>& steps, const std::vector<int>& a,
                 const std::vector<int>& b, int n, int tile);

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "A tiled matrix product, step by step.",
      {{.name = "size", .max = 16, .help = "rows and columns; 0: 2 × 2, then 4 × 4"},
       {.name = "tile", .fallback = 2, .min = 2, .max = 4, .help = "2 or 4"}});
  const int n = options["size"], tile = options["tile"];
  if (tile == 3 || n % tile != 0 || (n == 0 && tile != 2)) {
    std::fprintf(stderr, "tile_steps: --tile is 2 or 4, and --size a multiple of it\n");
    return kExitBadArguments;
  }
  require_device();
  if (n > 0) return verdict(tile == 2 ? show_product<2>(n) : show_product<4>(n));
  const bool ok = show_product<2>(2);
  std::printf("\n");
  return verdict(show_product<2>(4) && ok);
}

// Multiplies two matrices of n × n with both kernels. `loads` has n × n counters for A, then those
// for B.
template <int kTile>
bool show_product(int n) {
  const int elements = n * n;
  const std::vector<int> host_a = random_ints(elements, 1, 9), host_b = random_ints(elements, 1, 9);
  const std::vector<int> expected = product_on_host<int>(host_a, host_b, n, n);
  int *a = nullptr, *b = nullptr, *c = nullptr, *loads = nullptr;
  Step* steps = nullptr;
  CHECK(cudaMalloc(&a, elements * sizeof(int)));
  CHECK(cudaMalloc(&b, elements * sizeof(int)));
  CHECK(cudaMalloc(&c, elements * sizeof(int)));
  CHECK(cudaMalloc(&loads, 2 * elements * sizeof(int)));
  CHECK(cudaMalloc(&steps, elements * (n / kTile) * sizeof(Step)));
  CHECK(cudaMemcpy(a, host_a.data(), elements * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b, host_b.data(), elements * sizeof(int), cudaMemcpyHostToDevice));

  bool ok = true;
  const dim3 block(kTile, kTile), grid(n / kTile, n / kTile);
  const auto run = [&](const char* kernel, int times, const auto& launch) {
    poison(c, elements);
    CHECK(cudaMemset(loads, 0, 2 * elements * sizeof(int)));
    launch();
    CHECK_LAST();
    std::vector<int> got(elements), counts(2 * elements);
    CHECK(cudaMemcpy(got.data(), c, elements * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(counts.data(), loads, counts.size() * sizeof(int), cudaMemcpyDeviceToHost));
    ok &= verify(kernel, got, expected) && verify(kernel, counts, [&](int) { return times; });
    return counts[0];
  };
  const int naive =
      run("naive", n, [&] { multiply_naive<kTile><<<grid, block>>>(a, b, loads, c, n); });
  const int tiled = run("tiled", n / kTile,
                        [&] { multiply_tiled<kTile><<<grid, block>>>(a, b, loads, c, steps, n); });
  std::vector<Step> host_steps(elements * (n / kTile));
  CHECK(cudaMemcpy(host_steps.data(), steps, host_steps.size() * sizeof(Step),
                   cudaMemcpyDeviceToHost));
  std::printf("%d × %d: each element is loaded %d × by the naive kernel, %d × by the tiled one\n",
              n, n, naive, tiled);
  print_steps(host_steps, host_a, host_b, n, kTile);

  for (int* memory : {a, b, c, loads}) CHECK(cudaFree(memory));
  CHECK(cudaFree(steps));
  return ok;
}

// Of the threads of the upper right block.
void print_steps(const std::vector<Step>& steps, const std::vector<int>& a,
                 const std::vector<int>& b, int n, int tile) {
  const auto element = [&](const char* matrix, int i) {
    return std::string(matrix) + "[" + std::to_string(i / n) + "][" + std::to_string(i % n) + "]";
  };
  Table table({"step", "thread of", "loads", "and", "sum so far"});
  for (int step = 0; step < n / tile; ++step) {
    for (int t = 0; t < tile * tile; ++t) {
      const int i = t / tile * n + n - tile + t % tile;
      const Step& s = steps[i * (n / tile) + step];
      table.add({std::to_string(step + 1), element("C", i),
                 element("A", s.of_a) + " = " + std::to_string(a[s.of_a]),
                 element("B", s.of_b) + " = " + std::to_string(b[s.of_b]), std::to_string(s.sum)});
    }
  }
  std::fputs(table.text().c_str(), stdout);
}
