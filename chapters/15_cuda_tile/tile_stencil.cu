// Chapter 15 · tile_stencil
//
// A sum of neighbours needs tiles that overlap: tiles of pointers, or a strided_view, whose tiles begin at every element.
// Elements of a tile can't look at their neighbours, so each neighbour is a load. For compute capability 8.0 and newer,
// and nvcc 13.3 and newer.
//
//   tile_stencil [--size N]      N floats; default 2^14 + 77 on the CPU backend, 2^26 + 77 on a GPU
#include <cuda_tile.h>

#include "tutorial.cuh"

namespace ct = cuda::tiles;

constexpr int kRadius = 4, kTile = 1024;

// All kernels: out[i] is the sum of in[i - 4], …, in[i + 4]; what lies outside of the array is 0.

// For comparison, chapter 04's kernel: a tile with a halo in shared memory.
__global__ void stencil_threads(const float* in, float* out, int n) {
  __shared__ float tile[256 + 2 * kRadius];
  const int first = blockIdx.x * 256 - kRadius;
  for (int k = threadIdx.x; k < 256 + 2 * kRadius; k += 256) {
    tile[k] = first + k >= 0 && first + k < n ? in[first + k] : 0;
  }
  __syncthreads();
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k <= 2 * kRadius; ++k) sum += tile[threadIdx.x + k];
  out[i] = sum;
}

// Tiles of pointers, one for each neighbour. The mask has two sides, as the array has.
__tile_global__ void stencil_pointers(const float* in, float* out, int n) {
  using Indices = ct::tile<int, ct::shape<kTile>>;
  const auto i = static_cast<int>(ct::bid().x) * kTile + ct::iota<Indices>();
  auto sum = ct::zeros<ct::tile<float, ct::shape<kTile>>>();
  for (int k = -kRadius; k <= kRadius; ++k) {
    sum = sum + ct::load_masked(in + (i + k), i + k >= 0 && i + k < n, 0.0f);
  }
  ct::store_masked(out + i, sum, i < n);
}

// For an array with 4 zeros in front of it and 4 behind: a view with a tile at every element, so tile `first + k` begins
// k elements after tile `first`, and overlaps it.
__tile_global__ void stencil_view(const float* padded, float* out, int n) {
  const auto from = ct::strided_view{ct::tensor_span{padded, ct::extents{n + 2 * kRadius}},
                                     ct::shape<kTile>{}, ct::strides<unsigned, 1>{}};
  const auto to = ct::partition_view{ct::tensor_span{out, ct::extents{n}}, ct::shape<kTile>{}};
  const auto block = ct::bid().x;
  auto sum = ct::zeros<ct::tile<float, ct::shape<kTile>>>();
  for (int k = 0; k <= 2 * kRadius; ++k) sum = sum + from.load_masked(block * kTile + k);
  to.store_masked(sum, block);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Add up neighbours, with tiles that overlap.");
  const int n = options.size({.cpu = (1 << 14) + 77, .gpu = (1 << 26) + 77});
  std::vector<float> host(n + 2 * kRadius);  // small integers, whose sums are exact in any order
  const std::vector<int> values = random_ints(n);
  for (int i = 0; i < n; ++i) host[kRadius + i] = static_cast<float>(values[i]);
  float *padded = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&padded, host.size() * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMemcpy(padded, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice));
  const float* const in = padded + kRadius;

  Experiment experiment("Sums of 9 neighbours", out, n, 2.0 * n * sizeof(float));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  experiment.show_modelled("tile loads", "%.0f", [](const Counters& k) { return k.tile_loads; });
  experiment.show_modelled("sectors loaded", "%.0f", [](const Counters& k) {
    return k.global_load_sectors + k.tile_load_sectors;
  });
  const auto expected = [&](int i) {
    float sum = 0;
    for (int k = 0; k <= 2 * kRadius; ++k) sum += host[i + k];
    return sum;
  };
  const int tiles = (n + kTile - 1) / kTile;
  experiment.run(
      "threads, shared memory", [&] { stencil_threads<<<(n + 255) / 256, 256>>>(in, out, n); },
      expected);
  experiment.run(
      "9 tiles of pointers", [&] { stencil_pointers<<<tiles, 1>>>(in, out, n); }, expected);
  experiment.run(
      "9 tiles of a view", [&] { stencil_view<<<tiles, 1>>>(padded, out, n); }, expected);

  CHECK(cudaFree(padded));
  CHECK(cudaFree(out));
  return experiment.report();
}
