// What the first programs compute: each tile of an array backwards, and a number added to each element. A thread
// needs elements that others have copied, and has something to do that needs no memory.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "tutorial.cuh"

// Barriers and pipelines in shared memory are initialised by init() and make_pipeline(), not by constructors.
#pragma nv_diag_suppress static_var_with_dynamic_init

constexpr int kTile = 1024;  // ints

// A number that takes a few instructions and depends on i alone.
__host__ __device__ inline int mixed(int i) {
  unsigned x = i;
  for (int round = 0; round < 8; ++round) {
    x = x * 1664525u + 1013904223u;
    x ^= x >> 16;
  }
  return static_cast<int>(x % 1024);
}

// How many elements the tile that begins at `first` has: kTile, except at the end of the array.
__device__ inline int elements(long long first, int n) {
  return static_cast<int>(min(1LL * kTile, n - first));
}

// The arrays, the reference and the table.
class ReversedTiles {
 public:
  // Without another number by --blocks, that many blocks per multiprocessor; of compute capability `major`.0.
  ReversedTiles(int argc, char** argv, const std::string& description, int blocks, int major = 8)
      : options_(argc, argv, description,
                 {{.name = "blocks",
                   .fallback = blocks,
                   .min = 1,
                   .max = 32,
                   .help = "blocks per multiprocessor"}}) {
    require_compute_capability(major, 0);
    n_ = options_.size({.cpu = (1 << 15) + 501, .gpu = 1 << 28});
    int device = 0, multiprocessors = 0;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    const int tiles = (n_ + kTile - 1) / kTile;  // at least 4 for each block, so that it goes on
    grid_ = std::clamp(static_cast<int>(options_["blocks"]) * multiprocessors, 1, (tiles + 3) / 4);
    input_ = random_ints(n_);
    CHECK(cudaMalloc(&in_, n_ * sizeof(int)));
    CHECK(cudaMalloc(&out_, n_ * sizeof(int)));
    CHECK(cudaMemcpy(in_, input_.data(), n_ * sizeof(int), cudaMemcpyHostToDevice));
    expected_.resize(n_);
    for (int i = 0; i < n_; ++i) {
      const int first = i / kTile * kTile, count = std::min(kTile, n_ - first);
      expected_[i] = input_[first + count - 1 - (i - first)] + mixed(i);
    }
    experiment_.emplace("Tiles of " + std::to_string(kTile) + " ints backwards, " +
                            std::to_string(grid_) + " blocks",
                        out_, n_, 2.0 * n_ * sizeof(int));
    experiment_->show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kInstructions,
                       Column::kLoadRequests});
    experiment_->show_count("shared stores", "%.0f", &Counters::shared_store_requests);
  }

  // Runs a kernel with the parameters in, out and n.
  void run(const std::string& name, void (*kernel)(const int*, int*, int), int threads,
           int shared_bytes = 0) {
    if (shared_bytes > 48 << 10) {
      CHECK(
          cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    }
    experiment_->run(
        name, [&] { kernel<<<grid_, threads, shared_bytes>>>(in_, out_, n_); }, expected_);
  }

  int report() {
    CHECK(cudaFree(in_));
    CHECK(cudaFree(out_));
    return experiment_->report();
  }

 private:
  Options options_;
  int n_ = 0, grid_ = 0, *in_ = nullptr, *out_ = nullptr;
  std::vector<int> input_, expected_;
  std::optional<Experiment> experiment_;
};
