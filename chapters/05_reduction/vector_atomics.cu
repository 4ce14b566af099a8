// Chapter 05 · vector_atomics
//
// Each particle adds its momentum and its mass, four floats, to the cell that it is in: by four atomic additions, or
// by one of a float4 (compute capability 9.0).
//
//   vector_atomics [--size N] [--cells C]     N particles, default 2^14 on the CPU backend, 2^24 on a GPU, in C cells,
//                                             default 4096
#include "tutorial.cuh"

constexpr int kBlock = 256;

// The lanes of a warp add to scattered places in four instructions, each of which asks for one word of a cell.
__global__ void add_each(const float4* particles, const int* cell_of, float4* cells, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  const float4 p = particles[i];
  float4* cell = &cells[cell_of[i]];
  atomicAdd(&cell->x, p.x);
  atomicAdd(&cell->y, p.y);
  atomicAdd(&cell->z, p.z);
  atomicAdd(&cell->w, p.w);
}

// One instruction for all four. Each of the words is added to atomically, not the 16 bytes as a whole.
__global__ void add_vector(const float4* particles, const int* cell_of, float4* cells, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) atomicAdd(&cells[cell_of[i]], particles[i]);
}

int main(int argc, char** argv) {
  const Options options(
      argc, argv, "Four atomic additions, or one of a float4.",
      {{.name = "cells", .fallback = 4096, .min = 1, .max = 1 << 20, .help = "cells"}});
  require_compute_capability(9, 0);
  const int n = options.size({.cpu = 1 << 14, .gpu = 1 << 24, .bytes_per_element = 20});
  const int count = static_cast<int>(options["cells"]);
  // Small whole numbers: no sum is rounded, so their order doesn't matter.
  const std::vector<int> whole = random_ints(4 * n, -2, 3), cell_of = random_ints(n, 0, count - 1);
  const std::vector<float> particles(whole.begin(), whole.end());
  std::vector<float> expected(4 * count);
  for (int i = 0; i < 4 * n; ++i) expected[4 * cell_of[i / 4] + i % 4] += particles[i];

  float4 *in = nullptr, *cells = nullptr;
  int* cell = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float4)));
  CHECK(cudaMalloc(&cell, n * sizeof(int)));
  CHECK(cudaMalloc(&cells, count * sizeof(float4)));
  CHECK(cudaMemcpy(in, particles.data(), n * sizeof(float4), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(cell, cell_of.data(), n * sizeof(int), cudaMemcpyHostToDevice));

  Experiment experiment(std::to_string(n) + " particles, " + std::to_string(count) + " cells",
                        1.0 * n * (sizeof(float4) + sizeof(int)));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kSectorsPerAtomic});
  experiment.show_count("atomic requests", "%.0f",
                        [](const Counters& c) { return c.global_atomic_requests; });
  experiment.before_each([&] { CHECK(cudaMemsetAsync(cells, 0, count * sizeof(float4))); });
  const auto run = [&](const char* name, auto* kernel) {
    experiment.run(
        name, [&] { kernel<<<(n - 1) / kBlock + 1, kBlock>>>(in, cell, cells, n); },
        [&] {
          return first_difference_on_device(reinterpret_cast<float*>(cells), 4 * count,
                                            [&](long long i) { return expected[i]; });
        });
  };
  run("four floats", add_each);
  run("one float4", add_vector);

  CHECK(cudaFree(in));
  CHECK(cudaFree(cell));
  CHECK(cudaFree(cells));
  return experiment.report();
}
