// A matrix and its transpose, whose rows begin at multiples of 16 bytes as the TMA wants them.
#pragma once

#include <functional>
#include <string>

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
    const size_t in_bytes = input_.size() * sizeof(float),
                 n = static_cast<size_t>(width_) * out_ld();
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
  int height() const { return height_; }
  int out_ld() const { return round_up(height_); }
  float* out() const { return out_; }

  // Maps of both matrices, swizzled or not: boxes of `rows` rows.
  CUtensorMap map_in(int rows, CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_128B) const {
    return tensor_map(in_, height_, width_, in_ld(), rows, kBox, swizzle);
  }
  CUtensorMap map_out(int rows) const {
    return tensor_map(out_, width_, height_, out_ld(), rows, kBox, CU_TENSOR_MAP_SWIZZLE_128B);
  }

  // Blocks for tiles of rows × columns of the matrix. Blocks with consecutive numbers have tiles below each other, and
  // write what lies side by side.
  dim3 grid(int rows, int columns) const {
    return dim3((height_ + rows - 1) / rows, (width_ + columns - 1) / columns);
  }

  // What lies behind a row of the result has to stay as it was.
  void run(const std::string& name, const std::function<void()>& launch) {
    experiment_->run(name, launch, [this](long long i) {
      const long long x = i / out_ld(), y = i % out_ld();
      return y < height_ ? input_[y * in_ld() + x] : Experiment::kUnwritten;
    });
  }

  int report() {
    CHECK(cudaFree(in_));
    CHECK(cudaFree(out_));
    return experiment_->report();
  }

 private:
  static int round_up(int n) { return (n + 3) / 4 * 4; }
  int in_ld() const { return round_up(width_); }

  Options options_;
  int width_, height_;
  std::vector<float> input_;
  float *in_ = nullptr, *out_ = nullptr;
  std::optional<Experiment> experiment_;
};
