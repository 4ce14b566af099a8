// Chapter 02 · matrix_add_tiled
//
// C = A + B, with and without tiles in shared memory. Each element is used once, so a tile has
// nothing to save: the loads from global memory stay, and those from shared memory are added.
//
//   matrix_add_tiled [--size N]    N × N matrices, default 256 on the CPU backend, 8000 on a GPU
#include "tutorial.cuh"

constexpr int kTile = 32;

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  if (x < n && y < n) c[y * n + x] = a[y * n + x] + b[y * n + x];
}

__global__ void add_tiled(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  const bool inside = x < n && y < n;
  if (inside) tile_a[threadIdx.y][threadIdx.x] = a[y * n + x];
  if (inside) tile_b[threadIdx.y][threadIdx.x] = b[y * n + x];
  __syncthreads();
  if (inside) {
    c[y * n + x] = tile_a[threadIdx.y][threadIdx.x] + tile_b[threadIdx.y][threadIdx.x];
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Add two matrices, with and without tiles.");
  const int n = options.size(
      {.cpu = 256, .gpu = 8000, .bytes_per_element = 3 * sizeof(float), .dimensions = 2});
  const int elements = n * n;
  const std::vector<float> host_a = random_floats(elements), host_b = random_floats(elements);

  float *a = nullptr, *b = nullptr, *c = nullptr;
  CHECK(cudaMalloc(&a, elements * sizeof(float)));
  CHECK(cudaMalloc(&b, elements * sizeof(float)));
  CHECK(cudaMalloc(&c, elements * sizeof(float)));
  CHECK(cudaMemcpy(a, host_a.data(), elements * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b, host_b.data(), elements * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment("Adding two matrices", c, elements, 3.0 * elements * sizeof(float));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  experiment.show_count("global loads", "%.0f",
                        [](const Counters& c) { return c.global_load_requests; });
  experiment.show_count("sectors", "%.0f", [](const Counters& c) { return c.global_load_sectors; });
  experiment.show_count("shared loads and stores", "%.0f",
                        [](const Counters& c) { return c.shared_requests(); });
  const dim3 block(kTile, kTile), grid((n - 1) / kTile + 1, (n - 1) / kTile + 1);
  const auto sum = [&](int i) { return host_a[i] + host_b[i]; };
  experiment.run(
      "without a tile", [&] { add<<<grid, block>>>(a, b, c, n); }, sum);
  experiment.run(
      "tiled", [&] { add_tiled<<<grid, block>>>(a, b, c, n); }, sum);

  for (float* matrix : {a, b, c}) CHECK(cudaFree(matrix));
  return experiment.report();
}
