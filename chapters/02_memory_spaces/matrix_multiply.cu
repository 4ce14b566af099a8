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
__global__ void multiply_naive(const float* a, const float* b, float* c, int m, int n, int k) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int i = 0; i < k; ++i) {
    sum += a[row * k + i] *    // A: one address per row of the block
           b[i * n + column];  // B: neighbours
  }
  c[row * n + column] = sum;
}

// The same sum in pieces of TILE. Every thread loads one element of each tile, TILE threads use it.
// Past an edge a tile holds zeros, which add nothing, so only the loads and the store need a check;
// and no thread may leave early, since the barriers wait for the whole block.
template <int TILE>
__global__ void multiply_tiled(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float tile_a[TILE][TILE];
  __shared__ float tile_b[TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * TILE + x;
  const int row = blockIdx.y * TILE + y;
  float sum = 0;
  for (int first = 0; first < k; first += TILE) {
    tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0;
    tile_b[y][x] = first + y < k && column < n ? b[(first + y) * n + column] : 0;
    __syncthreads();  // the tiles are complete
    for (int i = 0; i < TILE; ++i) sum += tile_a[y][i] * tile_b[i][x];
    __syncthreads();  // all threads have used them
  }
  if (row < m && column < n) c[row * n + column] = sum;
}

std::string product_name(int m, int n, int k) {
  return std::to_string(m) + "×" + std::to_string(k) + "×" + std::to_string(n);
}

int blocks_for(int n, int block) { return (n + block - 1) / block; }

bool compare_kernels(int m, int n, int k, Experiment& experiment, double& operations);
void show_loads(Experiment& experiment, const double& operations);

int main(int argc, char** argv) {
  const Options options(argc, argv, "Multiply matrices from global memory and from tiles.");
  const int size = options.size(
      {.cpu = 128, .gpu = 1536, .bytes_per_element = 4 * sizeof(float), .dimensions = 2});
  if (size > 37000) {
    std::fprintf(stderr, "matrix_multiply: --size: at most 37000, C has 1.5 N² elements\n");
    return kExitBadArguments;
  }
  const int k = size - size / 4, n = size + size / 2;

  double operations = 0;  // of the product that runs
  Experiment experiment("A × B", 0);
  experiment.longest_name(product_name(size + 1, n + 5, k + 3) + ", block 32×32, naive");
  show_loads(experiment, operations);
  // By default the first sizes are multiples of all tiles, and the second ones of none.
  bool exact = compare_kernels(size, n, k, experiment, operations);
  exact &= compare_kernels(size + 1, n + 5, k + 3, experiment, operations);
  if (!exact) {
    std::fprintf(stderr, "the tiles do not save the factor TILE of the loads\n");
    return verdict(false);
  }
  return experiment.report();
}

// Runs both kernels with blocks of 8 × 8, 16 × 16 and 32 × 32 threads. Returns whether the requests
// of loads fell by the tile's width where that can be exact.
bool compare_kernels(int m, int n, int k, Experiment& experiment, double& operations) {
  const std::vector<float> host_a = random_floats(m * k), host_b = random_floats(k * n);
  const std::vector<float> expected = product_on_host<float>(host_a, host_b, n, k);
  operations = 2.0 * m * n * k;

  float *a = nullptr, *b = nullptr, *c = nullptr;
  CHECK(cudaMalloc(&a, host_a.size() * sizeof(float)));
  CHECK(cudaMalloc(&b, host_b.size() * sizeof(float)));
  CHECK(cudaMalloc(&c, expected.size() * sizeof(float)));
  CHECK(cudaMemcpy(a, host_a.data(), host_a.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b, host_b.data(), host_b.size() * sizeof(float), cudaMemcpyHostToDevice));

  bool exact = true;
  const auto compare = [&](int tile, auto multiply_with_tile) {
    const dim3 block(tile, tile), grid(blocks_for(n, tile), blocks_for(m, tile));
    const std::string edge = std::to_string(tile);
    const auto run = [&](const char* name, auto kernel) {
      poison(c, m * n);
      return experiment.run(
          product_name(m, n, k) + ", block " + edge + "×" + edge + name,
          [&] { kernel<<<grid, block>>>(a, b, c, m, n, k); },
          [&] {  // rounding errors of k products, each at most 4
            return first_difference_on_device(c, m * n, expected,
                                              {.absolute = 4e-6 * (k + 1), .columns = n});
          });
    };
    const Counters naive = run(", naive", multiply_naive);
    const Counters tiled = run(", tiled", multiply_with_tile);
    const bool divides = m % tile == 0 && n % tile == 0 && k % tile == 0;
    exact &= !divides || !has_counters() ||
             naive.global_load_requests == tile * tiled.global_load_requests;
  };
  compare(8, multiply_tiled<8>);
  compare(16, multiply_tiled<16>);
  compare(32, multiply_tiled<32>);

  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(c));
  return exact;
}

void show_loads(Experiment& experiment, const double& operations) {
  experiment.show({Column::kTime});
  experiment.show_count("load requests", "%.0f",
                        [](const Counters& c) { return c.global_load_requests; });
  experiment.show_count("sectors", "%.0f", [](const Counters& c) { return c.global_load_sectors; });
  experiment.show_count("operations/load", "%.2f", [&](const Counters& c) {
    return operations / (32 * c.global_load_requests);  // a request has up to 32 lanes
  });
}
