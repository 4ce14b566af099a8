// Chapter 02 · matrix_multiply
//
// C = A × B. The naive kernel loads two floats for every multiply-add. In the tiled kernel the
// threads of a block load a tile of A and a tile of B into shared memory together, each float once,
// and then each of them uses it TILE times.
//
//   matrix_multiply [--size N]     A has N rows and 3/4 N columns, B 3/4 N rows and 3/2 N columns
//                                  default 128 on the CPU backend, 1536 on a GPU
#include "tutorial.cuh"

// A is m × k, B is k × n, C is m × n, all row-major.

// One thread per element of C: a row of A times a column of B. In a block 32 wide, the lanes of a
// warp stand in one row of C. All of them want the same element of A, and 32 neighbours of B.
template <class T, class Sum>
__global__ void multiply_naive(const T* a, const T* b, Sum* c, int m, int n, int k) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || column >= n) return;
  Sum sum = 0;
  for (int i = 0; i < k; ++i) {
    sum += a[row * k + i] *    // A: one address per row of the block
           b[i * n + column];  // B: neighbours
  }
  c[row * n + column] = sum;
}

// The same sum in pieces of TILE. Every thread loads one element of each tile, TILE threads use it.
// Past an edge a tile holds zeros, which add nothing, so only the loads and the store need a check;
// and no thread may leave early, since the barriers wait for the whole block.
template <int TILE, class T, class Sum>
__global__ void multiply_tiled(const T* a, const T* b, Sum* c, int m, int n, int k) {
  __shared__ T tile_a[TILE][TILE];
  __shared__ T tile_b[TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * TILE + x;
  const int row = blockIdx.y * TILE + y;
  Sum sum = 0;
  for (int first = 0; first < k; first += TILE) {
    tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0;
    tile_b[y][x] = first + y < k && column < n ? b[(first + y) * n + column] : 0;
    __syncthreads();  // the tiles are complete
    for (int i = 0; i < TILE; ++i) sum += tile_a[y][i] * tile_b[i][x];
    __syncthreads();  // nobody reads them any more
  }
  if (row < m && column < n) c[row * n + column] = sum;
}

std::string product_name(int m, int n, int k) {
  return std::to_string(m) + "×" + std::to_string(k) + "×" + std::to_string(n);
}

// A product that the kernels are tried on, and its result.
template <class T, class Sum>
struct Product {
  int m, n, k;
  std::vector<T> a, b;
  std::vector<Sum> c;

  Product(int m, int n, int k)
      : m(m),
        n(n),
        k(k),
        a(elements(m * k)),
        b(elements(k * n)),
        c(product_on_host<Sum>(a, b, n, k)) {}
  double operations() const { return 2.0 * m * n * k; }
  std::string name() const { return product_name(m, n, k); }

 private:
  static std::vector<T> elements(int count) {
    if constexpr (std::is_same_v<T, float>) return random_floats(count);
    const std::vector<int> integers = random_ints(count, -128, 127);
    return {integers.begin(), integers.end()};
  }
};

int blocks_for(int n, int block) { return (n + block - 1) / block; }

// Runs both kernels with blocks of tile × tile, so that they differ in nothing else.
// Returns whether the loads fell by `tile` where that can be exact.
template <class T, class Sum>
bool compare(const Product<T, Sum>& p, int tile, Experiment& experiment, Table& loads) {
  T *a = nullptr, *b = nullptr;
  Sum* c = nullptr;
  CHECK(cudaMalloc(&a, p.a.size() * sizeof(T)));
  CHECK(cudaMalloc(&b, p.b.size() * sizeof(T)));
  CHECK(cudaMalloc(&c, p.c.size() * sizeof(Sum)));
  CHECK(cudaMemcpy(a, p.a.data(), p.a.size() * sizeof(T), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b, p.b.data(), p.b.size() * sizeof(T), cudaMemcpyHostToDevice));

  const dim3 block(tile, tile), grid(blocks_for(p.n, tile), blocks_for(p.m, tile));
  const std::string edge = std::to_string(tile);
  const std::string name =
      p.name() + ", block " + edge + "×" + edge + (sizeof(T) == 1 ? ", bytes" : "");
  const auto run = [&](const std::string& variant, const auto& launch) {
    poison(c, p.m * p.n);
    return experiment.run(variant, launch, [&] {  // rounding errors of k products, each at most 4
      const Comparison close = {.absolute = 4e-6 * (p.k + 1), .columns = p.n};
      return first_difference_on_device(c, p.m * p.n, p.c, close);
    });
  };
  const Counters naive =
      run(name + ", naive", [&] { multiply_naive<<<grid, block>>>(a, b, c, p.m, p.n, p.k); });
  const Counters tiled = run(name + ", tiled", [&] {
    if (tile == 8) multiply_tiled<8><<<grid, block>>>(a, b, c, p.m, p.n, p.k);
    if (tile == 16) multiply_tiled<16><<<grid, block>>>(a, b, c, p.m, p.n, p.k);
    if (tile == 32) multiply_tiled<32><<<grid, block>>>(a, b, c, p.m, p.n, p.k);
  });
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(c));

  const auto add = [&](const char* kernel, const Counters& counters, const Counters* other) {
    const double requests = counters.global_load_requests, sectors = counters.global_load_sectors;
    loads.add({name + kernel, figure("%.0f", requests), figure("%.0f", sectors),
               figure("%.2f", p.operations() / (32 * requests)),
               other ? figure("%.2f", other->global_load_requests / requests) : "",
               other ? figure("%.2f", other->global_load_sectors / sectors) : ""});
  };
  add(", naive", naive, nullptr);
  add(", tiled", tiled, &naive);
  // Sectors fall like requests where the row of a tile is one warp's load and one sector.
  const bool divides = p.m % tile == 0 && p.n % tile == 0 && p.k % tile == 0;
  const bool is_sector = tile == 32 && sizeof(T) == 1;
  return !divides || !has_counters() ||
         (naive.global_load_requests == tile * tiled.global_load_requests &&
          (!is_sector || naive.global_load_sectors == tile * tiled.global_load_sectors));
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Multiply matrices from global memory and from tiles.");
  const int size = options.size(
      {.cpu = 128, .gpu = 1536, .bytes_per_element = 4 * sizeof(float), .dimensions = 2});
  if (size > 37000) {
    std::fprintf(stderr, "matrix_multiply: --size: at most 37000, C has 1.5 N² elements\n");
    return kExitBadArguments;
  }
  const int k = size - size / 4, n = size + size / 2;

  Experiment experiment("A × B", 0);
  experiment.show({Column::kTime, Column::kSectorsPerLoad, Column::kBankConflicts});
  experiment.longest_name(product_name(size + 1, n + 5, k + 3) + ", block 32×32, bytes, naive");
  Table loads({"global loads", counted("requests"), counted("sectors"), counted("operations/load"),
               counted("requests fall by"), counted("sectors fall by")});
  bool exact = true;
  // By default the first sizes are multiples of all tiles, and the second ones of none.
  for (const int extra : {0, 1}) {
    const Product<float, float> p(size + extra, n + 5 * extra, k + 3 * extra);
    for (const int tile : {8, 16, 32}) exact &= compare(p, tile, experiment, loads);
  }
  // 1 byte per element: a row of 32 is one sector.
  exact &= compare(Product<signed char, int>(size, n, k), 32, experiment, loads);
  loads.print();
  if (!exact) {
    std::fprintf(stderr, "the tiles do not save the factor TILE of the loads\n");
    return verdict(false);
  }
  return experiment.report();
}
