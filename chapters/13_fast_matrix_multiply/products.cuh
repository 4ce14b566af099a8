// What the programs of this chapter share: random matrices, the table, what is wrong with a product, cuBLAS.
#pragma once

#include <cuda_bf16.h>

#include <functional>

#include "shape.cuh"
#include "tutorial.cuh"
#ifdef WITH_LIBRARIES
#include <cublas_v2.h>
#endif

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
                           .max = 65536,
                           .help = "columns of A, rows of B; 0: as many as rows"}}),
                 tf32) {}
  ~Products() {
#ifdef WITH_LIBRARIES
    cublasDestroy(handle_);
#endif
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
    run(name, [=, this] { kernel<<<grid, block, shared>>>(a_, b_, c_, shape_); });
  }
  void run(const char* name, const std::function<void()>& launch) {
    // Poisoned before each variant, with the padding, which has to stay so.
    poison(c_, static_cast<long long>(shape_.m) * shape_.ldc);
    experiment_.run(name, launch, [&] { return wrong(); });
  }

  int report() { return experiment_.report(); }

 private:
  Products(const Options& options, bool tf32)
      : shape_(shape(options)), tf32_(tf32), experiment_(title(), 0) {
    const int m = shape_.m, n = shape_.n, k = shape_.k;
    const std::vector<float> a = random(m, k), b = random(k, n);
    a_ = on_device(a, m, k, shape_.lda);
    b_ = on_device(b, k, n, shape_.ldb);
    CHECK(cudaMalloc(&c_, sizeof(float) * m * shape_.ldc));
    step_ = m <= 512 ? 1 : m / 61;
    expected_ = product_on_host<float>(a, b, n, k, step_);
    experiment_.show({Column::kTime, Column::kOfPeer});
    experiment_.compare_with("cuBLAS", "× cuBLAS");
#ifdef WITH_LIBRARIES
    cublasCreate(&handle_);
    run("cuBLAS", [this] { library(); });
#else
    experiment_.skip_library("cuBLAS");
#endif
  }

  static Shape shape(const Options& options) {
    const int rows = options.size(
        {.cpu = 128, .gpu = 4096, .bytes_per_element = 2 * sizeof(T) + 4, .dimensions = 2});
    const auto or_rows = [&](long long given) {
      return given > 0 ? static_cast<int>(given) : rows;
    };
    return shape_of<T>(rows, or_rows(options["columns"]), or_rows(options["depth"]));
  }

  std::string title() const {
    return "A product of " + std::to_string(shape_.m) + " × " + std::to_string(shape_.k) + " and " +
           std::to_string(shape_.k) + " × " + std::to_string(shape_.n) +
           (sizeof(T) == 2 ? ", bfloat16"
            : tf32_        ? ", tf32"
                           : ", float");
  }

  // What an element of type T can hold.
  static std::vector<float> random(int rows, int columns) {
    std::vector<float> values = random_floats(static_cast<size_t>(rows) * columns);
    for (float& value : values) value = static_cast<float>(static_cast<T>(value));
    return values;
  }

  // The padding of the rows is NaN: a kernel that computes with it is found.
  static T* on_device(const std::vector<float>& matrix, int rows, int columns, int ld) {
    const std::vector<T> elements(matrix.begin(), matrix.end());
    T* device = nullptr;
    CHECK(cudaMalloc(&device, sizeof(T) * rows * ld));
    CHECK(cudaMemset(device, 0xFF, sizeof(T) * rows * ld));
    CHECK(cudaMemcpy2D(device, sizeof(T) * ld, elements.data(), sizeof(T) * columns,
                       sizeof(T) * columns, rows, cudaMemcpyHostToDevice));
    return device;
  }

  // Factors are in [-1, 2), so sums grow by 1/4 per step. A sum of k of them is off by rounding: on CUDA
  // cores and on tensor cores (which do not round, but cut off) by less than 6 k · 10^-6 in our
  // measurements up to 8192. Rounding both factors to tf32 is at most 2^-10 of the product each time.
  std::string wrong() const {
    const Comparison comparison = {
        .absolute = tf32_ ? 1e-3 * (shape_.k + 1) : 6e-6 * (shape_.k + 1), .columns = shape_.n};
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
  // Matrices of cuBLAS are column by column: it computes the transpose of C, with B and A in this order.
  void library() {
    const float alpha = shape_.alpha, zero = 0;
    const auto type = sizeof(T) == 2 ? CUDA_R_16BF : CUDA_R_32F;
    const auto compute = sizeof(T) == 2 ? CUBLAS_COMPUTE_32F
                         : tf32_        ? CUBLAS_COMPUTE_32F_FAST_TF32
                                        : CUBLAS_COMPUTE_32F_PEDANTIC;
    const cublasStatus_t status =
        cublasGemmEx(handle_, CUBLAS_OP_N, CUBLAS_OP_N, shape_.n, shape_.m, shape_.k, &alpha, b_,
                     type, shape_.ldb, a_, type, shape_.lda, &zero, c_, CUDA_R_32F, shape_.ldc,
                     compute, CUBLAS_GEMM_DEFAULT);
    CHECK(status == CUBLAS_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown);
  }
  cublasHandle_t handle_ = nullptr;
#endif

  Shape shape_;
  bool tf32_;
  Experiment experiment_;
  int step_ = 1;
  T *a_ = nullptr, *b_ = nullptr;
  float* c_ = nullptr;
  std::vector<float> expected_;
};
