// cuBLASLt against loops of our own, with small integers, so that every order of sums gives the same.
// supports: <cublasLt.h>: products of float, double, half and bfloat16, batches by stride, matrices by columns and by rows,
//   the epilogues BIAS, RELU, GELU and GELU_AUX, the last three with a bias, too
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>

#include "../device_test.cuh"

namespace {

/// A layout, as long as it lives.
class Layout {
 public:
  Layout(cudaDataType type, int rows, int columns, int leading) {
    EXPECT_EQ(cublasLtMatrixLayoutCreate(&layout_, type, rows, columns, leading),
              CUBLAS_STATUS_SUCCESS);
  }
  ~Layout() { EXPECT_EQ(cublasLtMatrixLayoutDestroy(layout_), CUBLAS_STATUS_SUCCESS); }
  Layout(const Layout&) = delete;
  template <class T>
  Layout& set(cublasLtMatrixLayoutAttribute_t attribute, T value) {
    EXPECT_EQ(cublasLtMatrixLayoutSetAttribute(layout_, attribute, &value, sizeof value),
              CUBLAS_STATUS_SUCCESS);
    return *this;
  }
  Layout& by_rows() { return set(CUBLASLT_MATRIX_LAYOUT_ORDER, CUBLASLT_ORDER_ROW); }
  Layout& batch(int count, std::int64_t stride) {
    set(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, count);
    return set(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, stride);
  }
  operator cublasLtMatrixLayout_t() const { return layout_; }

 private:
  cublasLtMatrixLayout_t layout_ = nullptr;
};

class FusedProducts : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(cublasLtCreate(&handle_), CUBLAS_STATUS_SUCCESS); }
  void TearDown() override {
    if (product_ != nullptr) {
      EXPECT_EQ(cublasLtMatmulDescDestroy(product_), CUBLAS_STATUS_SUCCESS);
    }
    EXPECT_EQ(cublasLtDestroy(handle_), CUBLAS_STATUS_SUCCESS);
  }
  void create(cublasComputeType_t compute, cudaDataType scale) {
    ASSERT_EQ(cublasLtMatmulDescCreate(&product_, compute, scale), CUBLAS_STATUS_SUCCESS);
  }
  template <class T>
  void set(cublasLtMatmulDescAttributes_t attribute, T value) {
    ASSERT_EQ(cublasLtMatmulDescSetAttribute(product_, attribute, &value, sizeof value),
              CUBLAS_STATUS_SUCCESS);
  }
  /// With an algorithm that the library proposes.
  cublasStatus_t multiply(const void* alpha, const void* a, const Layout& layout_a, const void* b,
                          const Layout& layout_b, const void* beta, void* d,
                          const Layout& layout_d) {
    cublasLtMatmulPreference_t preference;
    EXPECT_EQ(cublasLtMatmulPreferenceCreate(&preference), CUBLAS_STATUS_SUCCESS);
    cublasLtMatmulHeuristicResult_t result;
    int found = 0;
    const cublasStatus_t status = cublasLtMatmulAlgoGetHeuristic(
        handle_, product_, layout_a, layout_b, layout_d, layout_d, preference, 1, &result, &found);
    EXPECT_EQ(cublasLtMatmulPreferenceDestroy(preference), CUBLAS_STATUS_SUCCESS);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    EXPECT_EQ(found, 1);
    return cublasLtMatmul(handle_, product_, alpha, a, layout_a, b, layout_b, beta, d, layout_d, d,
                          layout_d, &result.algo, nullptr, 0, nullptr);
  }

  cublasLtHandle_t handle_ = nullptr;
  cublasLtMatmulDesc_t product_ = nullptr;
};

constexpr int kM = 8, kN = 16, kK = 24;

float number(int row, int column, int seed) {
  return static_cast<float>((row * 3 + column * 5 + seed) % 7 - 3);
}

template <class T>
std::vector<T> matrix(int rows, int columns, int seed, bool by_rows = false) {
  std::vector<T> values(rows * columns);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      values[by_rows ? row * columns + column : row + column * rows] = T(number(row, column, seed));
    }
  }
  return values;
}

float sum_of_products(int row, int column, int seed_a, int seed_b) {
  float sum = 0;
  for (int i = 0; i < kK; ++i) sum += number(row, i, seed_a) * number(i, column, seed_b);
  return sum;
}

TEST_F(FusedProducts, WithABiasAndRelu) {
  create(CUBLAS_COMPUTE_32F, CUDA_R_32F);
  const DeviceBuffer<float> a(matrix<float>(kM, kK, 1)), b(matrix<float>(kK, kN, 2)),
      d(matrix<float>(kM, kN, 3));
  std::vector<float> bias(kM);
  for (int i = 0; i < kM; ++i) bias[i] = static_cast<float>(10 * i - 40);
  const DeviceBuffer<float> on_device_bias(bias);
  set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_RELU_BIAS);
  set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, on_device_bias.data());
  const float alpha = 2, beta = -1;
  ASSERT_EQ(
      multiply(&alpha, a.data(), Layout(CUDA_R_32F, kM, kK, kM), b.data(),
               Layout(CUDA_R_32F, kK, kN, kK), &beta, d.data(), Layout(CUDA_R_32F, kM, kN, kM)),
      CUBLAS_STATUS_SUCCESS);
  const std::vector<float> result = d.read();
  for (int column = 0; column < kN; ++column) {
    for (int row = 0; row < kM; ++row) {
      const float sum = 2 * sum_of_products(row, column, 1, 2) - number(row, column, 3) + bias[row];
      EXPECT_EQ(result[row + column * kM], std::fmax(sum, 0.0F)) << row << ", " << column;
    }
  }
}

TEST_F(FusedProducts, TransposedInHalf) {
  create(CUBLAS_COMPUTE_32F, CUDA_R_32F);
  set(CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T);
  set(CUBLASLT_MATMUL_DESC_TRANSB, CUBLAS_OP_T);
  // A by rows is A^T by columns
  const DeviceBuffer<__half> a(matrix<__half>(kM, kK, 1, true)), b(matrix<__half>(kK, kN, 2, true)),
      d(matrix<__half>(kM, kN, 3));
  std::vector<__half> bias(kM);
  for (int i = 0; i < kM; ++i) bias[i] = __float2half(static_cast<float>(i));
  const DeviceBuffer<__half> on_device_bias(bias);
  set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS);
  set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, on_device_bias.data());
  const float one = 1, zero = 0;
  ASSERT_EQ(
      multiply(&one, a.data(), Layout(CUDA_R_16F, kK, kM, kK), b.data(),
               Layout(CUDA_R_16F, kN, kK, kN), &zero, d.data(), Layout(CUDA_R_16F, kM, kN, kM)),
      CUBLAS_STATUS_SUCCESS);
  const std::vector<__half> result = d.read();
  for (int column = 0; column < kN; ++column) {
    for (int row = 0; row < kM; ++row) {
      EXPECT_EQ(__half2float(result[row + column * kM]),
                sum_of_products(row, column, 1, 2) + static_cast<float>(row));
    }
  }
}

TEST_F(FusedProducts, ABatchOfBfloat16) {
  create(CUBLAS_COMPUTE_32F, CUDA_R_32F);
  auto both = matrix<__nv_bfloat16>(kM, kK, 1);
  const auto second = matrix<__nv_bfloat16>(kM, kK, 4);
  both.insert(both.end(), second.begin(), second.end());
  const DeviceBuffer<__nv_bfloat16> a(both), b(matrix<__nv_bfloat16>(kK, kN, 2));
  const DeviceBuffer<float> d(2 * kM * kN);
  const float one = 1, zero = 0;
  ASSERT_EQ(multiply(&one, a.data(), Layout(CUDA_R_16BF, kM, kK, kM).batch(2, kM * kK), b.data(),
                     Layout(CUDA_R_16BF, kK, kN, kK).batch(2, 0), &zero, d.data(),
                     Layout(CUDA_R_32F, kM, kN, kM).batch(2, kM * kN)),
            CUBLAS_STATUS_SUCCESS);
  const std::vector<float> result = d.read();
  for (int column = 0; column < kN; ++column) {
    for (int row = 0; row < kM; ++row) {
      EXPECT_EQ(result[row + column * kM], sum_of_products(row, column, 1, 2));
      EXPECT_EQ(result[row + column * kM + kM * kN], sum_of_products(row, column, 4, 2));
    }
  }
}

TEST_F(FusedProducts, MatricesByRows) {
  create(CUBLAS_COMPUTE_64F, CUDA_R_64F);
  const DeviceBuffer<double> a(matrix<double>(kM, kK, 1, true)), b(matrix<double>(kK, kN, 2, true)),
      d(matrix<double>(kM, kN, 3, true));
  const double one = 1, beta = 3;
  ASSERT_EQ(multiply(&one, a.data(), Layout(CUDA_R_64F, kM, kK, kK).by_rows(), b.data(),
                     Layout(CUDA_R_64F, kK, kN, kN).by_rows(), &beta, d.data(),
                     Layout(CUDA_R_64F, kM, kN, kN).by_rows()),
            CUBLAS_STATUS_SUCCESS);
  const std::vector<double> result = d.read();
  for (int row = 0; row < kM; ++row) {
    for (int column = 0; column < kN; ++column) {
      EXPECT_EQ(result[row * kN + column],
                sum_of_products(row, column, 1, 2) + 3 * number(row, column, 3));
    }
  }
}

double gelu(double x) {
  return x / 2 * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
}

TEST_F(FusedProducts, Gelu) {
  create(CUBLAS_COMPUTE_32F, CUDA_R_32F);
  set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_GELU);
  const DeviceBuffer<float> a(matrix<float>(kM, kK, 1)), b(matrix<float>(kK, kN, 2)), d(kM * kN);
  const float alpha = 1.0F / 32, zero = 0;
  ASSERT_EQ(
      multiply(&alpha, a.data(), Layout(CUDA_R_32F, kM, kK, kM), b.data(),
               Layout(CUDA_R_32F, kK, kN, kK), &zero, d.data(), Layout(CUDA_R_32F, kM, kN, kM)),
      CUBLAS_STATUS_SUCCESS);
  const std::vector<float> result = d.read();
  for (int column = 0; column < kN; ++column) {
    for (int row = 0; row < kM; ++row) {
      const double x = sum_of_products(row, column, 1, 2) / 32;
      EXPECT_NEAR(result[row + column * kM], gelu(x), 1e-3);  // a GPU may have an approximate tanh
    }
  }
}

TEST_F(FusedProducts, WhatGeluIsOf) {
  create(CUBLAS_COMPUTE_32F, CUDA_R_32F);
  constexpr int kLeading = kM + 8;
  const DeviceBuffer<__half> a(matrix<__half>(kM, kK, 1)), b(matrix<__half>(kK, kN, 2)),
      bias(matrix<__half>(kM, 1, 5)), aux(kLeading * kN), d(kM * kN);
  set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_GELU_AUX_BIAS);
  set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias.data());
  set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, aux.data());
  set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, std::int64_t{kLeading});
  const float one = 1, zero = 0;
  ASSERT_EQ(
      multiply(&one, a.data(), Layout(CUDA_R_16F, kM, kK, kM), b.data(),
               Layout(CUDA_R_16F, kK, kN, kK), &zero, d.data(), Layout(CUDA_R_16F, kM, kN, kM)),
      CUBLAS_STATUS_SUCCESS);
  const std::vector<__half> result = d.read();
  __half kept[kM * kN];
  ASSERT_EQ(cudaMemcpy2D(kept, kM * sizeof(__half), aux.data(), kLeading * sizeof(__half),
                         kM * sizeof(__half), kN, cudaMemcpyDeviceToHost),
            cudaSuccess);
  for (int i = 0; i < kM * kN; ++i) {
    const float x = sum_of_products(i % kM, i / kM, 1, 2) + number(i % kM, 0, 5);
    EXPECT_EQ(__half2float(kept[i]), x);
    EXPECT_NEAR(__half2float(result[i]), gelu(x), 4e-3);
  }
}

TEST_F(FusedProducts, WhatGeluIsOfInABatch) {
  create(CUBLAS_COMPUTE_32F, CUDA_R_32F);
  constexpr int kLeading = kM + 8 - kM % 8, kApart = kLeading * (kN + 1);
  const DeviceBuffer<float> b(matrix<float>(kK, kN, 2)), aux(kApart + kLeading * kN),
      d(2 * kM * kN);
  auto both = matrix<float>(kM, kK, 1);
  const auto second = matrix<float>(kM, kK, 4);
  both.insert(both.end(), second.begin(), second.end());
  const DeviceBuffer<float> factors(both);
  set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_GELU_AUX);
  set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, aux.data());
  set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, std::int64_t{kLeading});
  set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, std::int64_t{kApart});
  const float one = 1, zero = 0;
  ASSERT_EQ(multiply(&one, factors.data(), Layout(CUDA_R_32F, kM, kK, kM).batch(2, kM * kK),
                     b.data(), Layout(CUDA_R_32F, kK, kN, kK).batch(2, 0), &zero, d.data(),
                     Layout(CUDA_R_32F, kM, kN, kM).batch(2, kM * kN)),
            CUBLAS_STATUS_SUCCESS);
  const std::vector<float> kept = aux.read();
  for (int column = 0; column < kN; ++column) {
    for (int row = 0; row < kM; ++row) {
      EXPECT_EQ(kept[row + column * kLeading], sum_of_products(row, column, 1, 2));
      EXPECT_EQ(kept[kApart + row + column * kLeading], sum_of_products(row, column, 4, 2));
    }
  }
}

TEST_F(FusedProducts, NumbersInDeviceMemoryAndAnotherC) {
  create(CUBLAS_COMPUTE_32F, CUDA_R_32F);
  set(CUBLASLT_MATMUL_DESC_POINTER_MODE, CUBLASLT_POINTER_MODE_DEVICE);
  const DeviceBuffer<float> a(matrix<float>(kM, kK, 1)), b(matrix<float>(kK, kN, 2)),
      c(matrix<float>(kM, kN, 3)), d(kM * kN), factors(std::vector<float>{2, 5});
  const Layout layout_a(CUDA_R_32F, kM, kK, kM), layout_b(CUDA_R_32F, kK, kN, kK),
      layout_d(CUDA_R_32F, kM, kN, kM);
  ASSERT_EQ(cublasLtMatmul(handle_, product_, factors.data(), a.data(), layout_a, b.data(),
                           layout_b, factors.data() + 1, c.data(), layout_d, d.data(), layout_d,
                           nullptr, nullptr, 0, nullptr),
            CUBLAS_STATUS_SUCCESS);
  const std::vector<float> result = d.read();
  for (int column = 0; column < kN; ++column) {
    for (int row = 0; row < kM; ++row) {
      EXPECT_EQ(result[row + column * kM],
                2 * sum_of_products(row, column, 1, 2) + 5 * number(row, column, 3));
    }
  }
}

TEST_F(FusedProducts, WhatDescriptorsKeep) {
  create(CUBLAS_COMPUTE_32F, CUDA_R_32F);
  std::uint32_t epilogue = 0;
  std::size_t written = 0;
  EXPECT_EQ(cublasLtMatmulDescGetAttribute(product_, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                           sizeof epilogue, &written),
            CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(epilogue, CUBLASLT_EPILOGUE_DEFAULT);
  EXPECT_EQ(written, sizeof epilogue);
  EXPECT_EQ(cublasLtMatmulDescGetAttribute(product_, CUBLASLT_MATMUL_DESC_BIAS_POINTER, nullptr, 0,
                                           &written),
            CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(written, sizeof(void*));
  cublasLtMatrixLayoutOpaque_t opaque;
  ASSERT_EQ(cublasLtMatrixLayoutInit(&opaque, CUDA_R_16F, 5, 6, 7), CUBLAS_STATUS_SUCCESS);
  std::uint64_t columns = 0;
  EXPECT_EQ(cublasLtMatrixLayoutGetAttribute(&opaque, CUBLASLT_MATRIX_LAYOUT_COLS, &columns,
                                             sizeof columns, nullptr),
            CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(columns, 6);
  EXPECT_GT(cublasLtGetVersion(), 100000);
}

}  // namespace
