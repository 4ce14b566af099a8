// A matrix and its transpose, whose rows begin at multiples of 16 bytes as the TMA wants them. What the result's rows
// are padded with becomes 0.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ring.cuh"
#include "tensor_maps.cuh"

constexpr int kBox = 32;  // floats of a row of a box: 128 bytes, all banks

class Transposition {
 public:
  Transposition(int argc, char** argv, const std::string& description)
      : options_(argc, argv, description),
        width_(options_.size({.cpu = 256, .gpu = 16384, .dimensions = 2})),
        height_(width_ - width_ / 4),
        input_(random_floats(static_cast<size_t>(height_) * in_ld())) {
    const size_t in_bytes = input_.size() * sizeof(float), n = transpose_input();
    CHECK(cudaMalloc(&in_, in_bytes));
    CHECK(cudaMalloc(&out_, n * sizeof(float)));
    CHECK(cudaMemcpy(in_, input_.data(), in_bytes, cudaMemcpyHostToDevice));
    experiment_.emplace(
        "Transposing " + std::to_string(height_) + " rows × " + std::to_string(width_) + " columns",
        out_, n, 2.0 * sizeof(float) * width_ * height_, Comparison{.columns = out_ld()});
    experiment_->show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kInstructions,
                       Column::kSectorsPerStore, Column::kBankConflicts});
  }

  int width() const { return width_; }
  int out_ld() const { return round_up(height_); }
  float* out() const { return out_; }

  // Maps of both matrices, swizzled or not: boxes of `rows` rows. To the map of the result, the padding belongs to its
  // rows.
  CUtensorMap map_in(int rows, CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_128B) const {
    return tensor_map(in_, height_, width_, in_ld(), rows, kBox, swizzle);
  }
  CUtensorMap map_out(int rows) const {
    return tensor_map(out_, width_, out_ld(), out_ld(), rows, kBox, CU_TENSOR_MAP_SWIZZLE_128B);
  }

  // Blocks for tiles of rows × columns of the matrix. Blocks with consecutive numbers have tiles below each other, and
  // write what lies side by side.
  dim3 grid(int rows, int columns) const {
    return dim3((height_ + rows - 1) / rows, (width_ + columns - 1) / columns);
  }

  void run(const std::string& name, const std::function<void()>& launch) {
    experiment_->run(name, launch, expected_);
  }

  int report() {
    CHECK(cudaFree(in_));
    CHECK(cudaFree(out_));
    return experiment_->report();
  }

 private:
  // In tiles, which stay in the caches. Returns how many elements the result has.
  size_t transpose_input() {
    expected_.resize(static_cast<size_t>(width_) * out_ld());
    for (int row = 0; row < height_; row += 16) {
      for (int column = 0; column < width_; column += 16) {
        for (int y = row; y < std::min(row + 16, height_); ++y) {
          for (int x = column; x < std::min(column + 16, width_); ++x) {
            expected_[static_cast<size_t>(x) * out_ld() + y] =
                input_[static_cast<size_t>(y) * in_ld() + x];
          }
        }
      }
    }
    return expected_.size();
  }

  static int round_up(int n) { return (n + 3) / 4 * 4; }
  int in_ld() const { return round_up(width_); }

  Options options_;
  int width_, height_;
  std::vector<float> input_, expected_;
  float *in_ = nullptr, *out_ = nullptr;
  std::optional<Experiment> experiment_;
};
