// What the programs of this chapter share: random matrices, the table, and a check of the product.
#pragma once

#include <cuda_bf16.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <thread>

#include "interleaved.cuh"
#include "library.cuh"
#include "library_lt.cuh"
#include "shape.cuh"
#include "tutorial.cuh"

template <class T>
class Products {
 public:
  // With tf32, cuBLAS rounds floats to it as well, and the result may be as wrong as that makes it.
  Products(int argc, char** argv, const char* description, bool tf32 = false)
      : Products(Options(argc, argv, description,
                         {{.name = "columns",
                           .fallback = 0,
                           .min = 0,
                           .max = 65536,
                           .help = "of B and C; 0: as many as rows"},
                          {.name = "depth",
                           .fallback = 0,
                           .min = 0,
                           .max = 262144,
                           .help = "columns of A, rows of B; 0: as many as rows"},
                          {.name = "rounds",
                           .fallback = 0,
                           .min = 0,
                           .max = 1000,
                           .help = "on a GPU, of all variants in turn, cold and hot"}}),
                 tf32) {}
  ~Products() {
    for (void* p : {static_cast<void*>(a_), static_cast<void*>(b_), static_cast<void*>(c_)})
      cudaFree(p);
  }
  Products(const Products&) = delete;
  Products& operator=(const Products&) = delete;

  const Shape& shape() const { return shape_; }
  const T* a() const { return a_; }
  const T* b() const { return b_; }
  float* c() const { return c_; }

  void run(const char* name, void (*kernel)(const T*, const T*, float*, Shape), dim3 grid,
           dim3 block, int shared = 0) {
    // A kernel may use more than 48 KiB only if it is told so.
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    run(name, [=, this] { kernel<<<grid, block, shared>>>(a_, b_, c_, shape_); });
  }
  void run(const char* name, const std::function<void()>& launch) {
    // Poisoned before each variant, with the padding, which has to stay so.
    poison(c_, static_cast<long long>(shape_.m) * shape_.ldc);
    experiment_.run(name, launch, [&] { return wrong(); });
    variants_.push_back({name, launch});
  }

  int report() { return verdict(finish()); }
  // Ends the table, for programs with more than one.
  bool finish() {
    const bool passed = experiment_.finish();
    if (has_times() && rounds_ > 0) print_interleaved(variants_, rounds_);
    return passed;
  }

 private:
  Products(const Options& options, bool tf32)
      : shape_(shape(options)),
        tf32_(tf32),
        rounds_(static_cast<int>(options["rounds"])),
        experiment_(title(), 0) {
    const int m = shape_.m, n = shape_.n, k = shape_.k;
    const std::vector<float> a = random(m, k), b = random(k, n);
    a_ = on_device(a, m, k, shape_.lda);
    b_ = on_device(b, k, n, shape_.ldb);
    CHECK(cudaMalloc(&c_, sizeof(float) * m * shape_.ldc));
    step_ = m <= 200 ? 1 : m / 15 | 1;  // odd, so that all places in a tile are checked
    expected_ = product_on_host<float>(a, b, n, k, step_);
    shape_table(1.0 * m * n * k);
#ifdef WITH_LIBRARIES
    run("cuBLAS", [this] { library_.multiply(a_, b_, c_, shape_, Library::pinned<T>(tf32_)); });
    if (has_times() && rounds_ > 0) {  // what else cuBLAS has
      lt_ = std::make_unique<BestOfLt<T>>(a_, b_, c_, shape_, tf32_);
      run(lt_->name().c_str(), [this] { lt_->multiply(); });
      if (Library::pinned<T>(tf32_) == CUBLAS_COMPUTE_32F_PEDANTIC) {
        run("cuBLAS, default",
            [this] { library_.multiply(a_, b_, c_, shape_, CUBLAS_COMPUTE_32F); });
      }
    }
#else
    experiment_.skip_library("cuBLAS");
#endif
  }

  void shape_table(double multiply_adds) {
    experiment_.operations(2 * multiply_adds);
    experiment_.show({Column::kTime, Column::kTflops, Column::kOfPeer, Column::kSectorsPerLoad,
                      Column::kBankConflicts});
    // How often what a load brings is used: a sector of global memory, a lane's load from shared memory.
    experiment_.show_count("FMA/sector", "%.1f", [=](const Counters& counters) {
      return multiply_adds / counters.global_load_sectors;
    });
    experiment_.show_count("FMA/shared load", "%.1f", [=](const Counters& counters) {
      const double loads = 32 * counters.shared_load_requests;
      return loads > 0 ? multiply_adds / loads : NAN;
    });
    experiment_.compare_with("cuBLAS", "× cuBLAS");
    if (!has_times()) return;
    // Tensor cores take a GPU to its power limit, and it clocks down: every long launch begins after a pause.
    const bool pauses = multiply_adds > 1e10;
    experiment_.before_each([pauses] {
      CHECK(cudaDeviceSynchronize());
      if (pauses) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    });
  }

  static Shape shape(const Options& options) {
    const int rows = options.size(
        {.cpu = 256, .gpu = 4096, .bytes_per_element = 2 * sizeof(T) + 4, .dimensions = 2});
    const auto or_rows = [&](long long given) {
      return given > 0 ? static_cast<int>(given) : rows;
    };
    return shape_of<T>(rows, or_rows(options["columns"]), or_rows(options["depth"]));
  }

  std::string title() const {
    const auto by = [](int rows, int columns) {
      return std::to_string(rows) + " × " + std::to_string(columns);
    };
    const char* type = sizeof(T) == 2 ? "bfloat16" : tf32_ ? "tf32" : "float";
    return by(shape_.m, shape_.k) + " times " + by(shape_.k, shape_.n) + ", " + type;
  }

  // Values in [-1, 2) that an element of type T can hold.
  static std::vector<float> random(int rows, int columns) {
    std::vector<float> values = random_floats(static_cast<size_t>(rows) * columns);
    for (float& value : values) value = static_cast<float>(static_cast<T>(value));
    return values;
  }

  // The padding of the rows is NaN: a kernel that computes with it is found.
  static T* on_device(const std::vector<float>& matrix, int rows, int columns, int ld) {
    const size_t count = static_cast<size_t>(rows) * ld;
    std::vector<T> elements(count, static_cast<T>(std::numeric_limits<float>::quiet_NaN()));
    for (int row = 0; row < rows; ++row) {
      std::copy_n(&matrix[static_cast<size_t>(row) * columns], columns,
                  &elements[static_cast<size_t>(row) * ld]);
    }
    T* device = nullptr;
    CHECK(cudaMalloc(&device, sizeof(T) * count));
    CHECK(cudaMemcpy(device, elements.data(), sizeof(T) * count, cudaMemcpyHostToDevice));
    return device;
  }

  // The bound (DEEPER.md derives it): rounding while summing up, 6 · 10^-6 per step of k in the worst case we
  // measured times two; and for tf32 the rounding of both factors, 2^-10 of a product, 0.69 on average.
  std::string wrong() const {
    const Comparison comparison = {.absolute = (tf32_ ? 1e-3 : 6e-6) * (shape_.k + 1),
                                   .columns = shape_.n};
    std::vector<float> row(shape_.ldc);
    for (int i = 0; i < shape_.m; i += step_) {
      CHECK(cudaMemcpy(row.data(), c_ + static_cast<size_t>(i) * shape_.ldc,
                       sizeof(float) * shape_.ldc, cudaMemcpyDeviceToHost));
      const std::string text = first_difference(
          row.data(), shape_.n, expected_.data() + static_cast<size_t>(i) * shape_.n, comparison);
      if (!text.empty()) return "row " + std::to_string(i) + ", " + text;
      for (int j = shape_.n; j < shape_.ldc; ++j) {
        if (row[j] != tutorial::poison_value<float>())
          return "row " + std::to_string(i) + " is too long";
      }
    }
    return "";
  }

#ifdef WITH_LIBRARIES
  Library library_;
  std::unique_ptr<BestOfLt<T>> lt_;
#endif
  Shape shape_;
  bool tf32_;
  int rounds_;  // 0: not interleaved
  Experiment experiment_;
  std::vector<Variant> variants_;
  int step_ = 1;
  T *a_ = nullptr, *b_ = nullptr;
  float* c_ = nullptr;
  std::vector<float> expected_;
};
