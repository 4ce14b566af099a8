// cuBLAS against loops of our own, with small integers, so that every order of sums gives the same.
// supports: <cublas_v2.h>: handles, streams, pointer modes; S and D axpy, scal, copy, swap, dot, nrm2, asum, amax, amin,
//   gemv, ger, geam, trsm, gemm, gemmBatched, gemmStridedBatched; Hgemm, GemmEx, GemmStridedBatchedEx; copies
#include <cublas_v2.h>
#include <cuda_fp16.h>

#include <cmath>

#include "../device_test.cuh"

namespace {

/// Column-major, with a leading dimension that is larger than it has to be.
template <class T>
struct Matrix {
  Matrix(int rows_, int columns_, int seed) : rows(rows_), columns(columns_) {
    for (int i = 0; i < leading() * columns; ++i) {
      values.push_back(static_cast<T>((i * 7 + seed) % 11 - 5));
    }
  }
  int leading() const { return rows + 2; }
  T& at(int row, int column) { return values[row + column * leading()]; }
  T at(int row, int column) const { return values[row + column * leading()]; }
  T at(cublasOperation_t operation, int row, int column) const {
    return operation == CUBLAS_OP_N ? at(row, column) : at(column, row);
  }

  int rows, columns;
  std::vector<T> values;
};

class LinearAlgebra : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(cublasCreate(&handle_), CUBLAS_STATUS_SUCCESS); }
  void TearDown() override { EXPECT_EQ(cublasDestroy(handle_), CUBLAS_STATUS_SUCCESS); }

  cublasHandle_t handle_ = nullptr;
};

constexpr int kM = 5, kN = 4, kK = 3;

template <class T>
Matrix<T> product(cublasOperation_t transa, cublasOperation_t transb, T alpha, const Matrix<T>& a,
                  const Matrix<T>& b, T beta, Matrix<T> c) {
  for (int row = 0; row < kM; ++row) {
    for (int column = 0; column < kN; ++column) {
      T sum = 0;
      for (int i = 0; i < kK; ++i) sum += a.at(transa, row, i) * b.at(transb, i, column);
      c.at(row, column) = alpha * sum + beta * c.at(row, column);
    }
  }
  return c;
}

template <class T>
Matrix<T> operand(cublasOperation_t operation, int rows, int columns, int seed) {
  return operation == CUBLAS_OP_N ? Matrix<T>(rows, columns, seed) : Matrix<T>(columns, rows, seed);
}

TEST_F(LinearAlgebra, ProductsOfAllTranspositions) {
  for (const cublasOperation_t transa : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
    for (const cublasOperation_t transb : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
      const auto a = operand<float>(transa, kM, kK, 1), b = operand<float>(transb, kK, kN, 2);
      const Matrix<float> c(kM, kN, 3);
      const DeviceBuffer<float> on_device_a(a.values), on_device_b(b.values), on_device_c(c.values);
      const float alpha = 2, beta = -3;
      ASSERT_EQ(
          cublasSgemm(handle_, transa, transb, kM, kN, kK, &alpha, on_device_a.data(), a.leading(),
                      on_device_b.data(), b.leading(), &beta, on_device_c.data(), c.leading()),
          CUBLAS_STATUS_SUCCESS);
      EXPECT_EQ(on_device_c.read(), product(transa, transb, alpha, a, b, beta, c).values);
    }
  }
}

TEST_F(LinearAlgebra, WithABetaOfZeroTheResultNeedsNoValues) {
  const Matrix<double> a(kM, kK, 1), b(kK, kN, 2);
  const Matrix<double> expected =
      product(CUBLAS_OP_N, CUBLAS_OP_N, 1.0, a, b, 0.0, Matrix<double>(kM, kN, 0));
  const DeviceBuffer<double> on_device_a(a.values), on_device_b(b.values);
  double* c;
  ASSERT_EQ(cudaMalloc(&c, kM * kN * sizeof(double)), cudaSuccess);
  const double one = 1, zero = 0;
  ASSERT_EQ(cublasDgemm(handle_, CUBLAS_OP_N, CUBLAS_OP_N, kM, kN, kK, &one, on_device_a.data(),
                        a.leading(), on_device_b.data(), b.leading(), &zero, c, kM),
            CUBLAS_STATUS_SUCCESS);
  double result[kM * kN];
  ASSERT_EQ(cublasGetMatrix(kM, kN, sizeof(double), c, kM, result, kM), CUBLAS_STATUS_SUCCESS);
  for (int column = 0; column < kN; ++column) {
    for (int row = 0; row < kM; ++row) {
      EXPECT_EQ(result[row + column * kM], expected.at(row, column));
    }
  }
  EXPECT_EQ(cudaFree(c), cudaSuccess);
}

TEST_F(LinearAlgebra, BatchesByStrideAndByAddress) {
  const Matrix<float> a(kM, kK, 1), b(kK, kN, 2), c(kM, kN, 3);
  std::vector<float> three_a, three_c;
  for (int i = 0; i < 3; ++i) {
    const Matrix<float> next_a(kM, kK, i), next_c(kM, kN, 3);
    three_a.insert(three_a.end(), next_a.values.begin(), next_a.values.end());
    three_c.insert(three_c.end(), next_c.values.begin(), next_c.values.end());
  }
  const DeviceBuffer<float> as(three_a), bs(b.values), strided(three_c), addressed(three_c);
  const float one = 1;
  const auto stride_a = static_cast<long long>(a.values.size());
  const auto stride_c = static_cast<long long>(c.values.size());
  ASSERT_EQ(cublasSgemmStridedBatched(handle_, CUBLAS_OP_N, CUBLAS_OP_N, kM, kN, kK, &one,
                                      as.data(), a.leading(), stride_a, bs.data(), b.leading(), 0,
                                      &one, strided.data(), c.leading(), stride_c, 3),
            CUBLAS_STATUS_SUCCESS);
  std::vector<float*> a_places, b_places, c_places;
  for (int i = 0; i < 3; ++i) {
    a_places.push_back(as.data() + i * stride_a);
    b_places.push_back(bs.data());
    c_places.push_back(addressed.data() + i * stride_c);
  }
  const DeviceBuffer<float*> a_array(a_places), b_array(b_places), c_array(c_places);
  ASSERT_EQ(cublasSgemmBatched(handle_, CUBLAS_OP_N, CUBLAS_OP_N, kM, kN, kK, &one, a_array.data(),
                               a.leading(), b_array.data(), b.leading(), &one, c_array.data(),
                               c.leading(), 3),
            CUBLAS_STATUS_SUCCESS);
  const std::vector<float> result = strided.read();
  EXPECT_EQ(result, addressed.read());
  for (int i = 0; i < 3; ++i) {
    const Matrix<float> expected =
        product(CUBLAS_OP_N, CUBLAS_OP_N, 1.0F, Matrix<float>(kM, kK, i), b, 1.0F, c);
    EXPECT_EQ(
        std::vector<float>(result.begin() + i * stride_c, result.begin() + (i + 1) * stride_c),
        expected.values);
  }
}

TEST_F(LinearAlgebra, AMatrixAndVectors) {
  Matrix<float> a(kM, kN, 4);
  const DeviceBuffer<float> matrix(a.values);
  const std::vector<float> x = {1, -2, 3, 4}, y = {1, 0, 2, 0, 3, 0, 4, 0, 5};  // every second
  const DeviceBuffer<float> on_device_x(x), on_device_y(y);
  const float two = 2, minus_one = -1;
  ASSERT_EQ(cublasSgemv(handle_, CUBLAS_OP_N, kM, kN, &two, matrix.data(), a.leading(),
                        on_device_x.data(), 1, &minus_one, on_device_y.data(), 2),
            CUBLAS_STATUS_SUCCESS);
  std::vector<float> expected = y;
  for (int row = 0; row < kM; ++row) {
    float sum = 0;
    for (int column = 0; column < kN; ++column) sum += a.at(row, column) * x[column];
    expected[2 * row] = 2 * sum - expected[2 * row];
  }
  EXPECT_EQ(on_device_y.read(), expected);

  ASSERT_EQ(cublasSger(handle_, kM, kN, &two, on_device_y.data(), 2, on_device_x.data(), 1,
                       matrix.data(), a.leading()),
            CUBLAS_STATUS_SUCCESS);
  for (int row = 0; row < kM; ++row) {
    for (int column = 0; column < kN; ++column) {
      a.at(row, column) += 2 * expected[2 * row] * x[column];
    }
  }
  EXPECT_EQ(matrix.read(), a.values);
}

TEST_F(LinearAlgebra, ATransposedMatrix) {
  const Matrix<double> a(kM, kN, 4);
  const DeviceBuffer<double> matrix(a.values), transposed(kM * kN);
  const double one = 1, zero = 0;
  ASSERT_EQ(cublasDgeam(handle_, CUBLAS_OP_T, CUBLAS_OP_N, kN, kM, &one, matrix.data(), a.leading(),
                        &zero, nullptr, kN, transposed.data(), kN),
            CUBLAS_STATUS_SUCCESS);
  const std::vector<double> result = transposed.read();
  for (int row = 0; row < kM; ++row) {
    for (int column = 0; column < kN; ++column) {
      EXPECT_EQ(result[column + row * kN], a.at(row, column));
    }
  }
}

TEST_F(LinearAlgebra, ATriangularSystem) {
  // 2 x = 4, x + 4 y = 10; above the diagonal nothing is read
  const DeviceBuffer<double> matrix(std::vector<double>{2, 1, NAN, 4});
  const DeviceBuffer<double> right(std::vector<double>{4, 10});
  const double one = 1;
  ASSERT_EQ(cublasDtrsm(handle_, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                        CUBLAS_DIAG_NON_UNIT, 2, 1, &one, matrix.data(), 2, right.data(), 2),
            CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(right.read(), (std::vector<double>{2, 2}));
}

TEST_F(LinearAlgebra, NumbersInDeviceMemory) {
  const DeviceBuffer<float> x(std::vector<float>{1, -7, 3}), y(std::vector<float>{2, 2, 2});
  const DeviceBuffer<float> result(std::vector<float>{0, 0});
  const DeviceBuffer<int> place(1);
  ASSERT_EQ(cublasSetPointerMode(handle_, CUBLAS_POINTER_MODE_DEVICE), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cublasSdot(handle_, 3, x.data(), 1, y.data(), 1, result.data()), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cublasSasum(handle_, 3, x.data(), 1, result.data() + 1), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cublasIsamax(handle_, 3, x.data(), 1, place.data()), CUBLAS_STATUS_SUCCESS);
  // the dot product, -6, as a factor
  EXPECT_EQ(cublasSaxpy(handle_, 3, result.data(), x.data(), 1, y.data(), 1),
            CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(result.read(), (std::vector<float>{-6, 11}));
  EXPECT_EQ(place.read()[0], 2);
  EXPECT_EQ(y.read(), (std::vector<float>{-4, 44, -16}));
}

TEST_F(LinearAlgebra, HalfNumbers) {
  std::vector<__half> a, b;
  for (int i = 0; i < 4; ++i) {
    a.push_back(__float2half(static_cast<float>(i + 1)));  // 1 3, 2 4
    b.push_back(__float2half(static_cast<float>(2 - i)));  // 2 0, 1 -1
  }
  const DeviceBuffer<__half> on_device_a(a), on_device_b(b), on_device_c(a);
  const __half one = __float2half(1), minus_one = __float2half(-1);
  ASSERT_EQ(cublasHgemm(handle_, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, on_device_a.data(), 2,
                        on_device_b.data(), 2, &minus_one, on_device_c.data(), 2),
            CUBLAS_STATUS_SUCCESS);
  const std::vector<__half> c = on_device_c.read();
  const float expected[] = {5 - 1, 8 - 2, -3 - 3, -4 - 4};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(__half2float(c[i]), expected[i]);
}

TEST_F(LinearAlgebra, VectorsBackwardsAndSwapped) {
  const DeviceBuffer<double> x(std::vector<double>{1, 2, 3}), y(std::vector<double>{4, 5, 6});
  double backwards;
  EXPECT_EQ(cublasDdot(handle_, 3, x.data(), 1, y.data(), -1, &backwards), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(backwards, 6 + 10 + 12);
  EXPECT_EQ(cublasDswap(handle_, 3, x.data(), 1, y.data(), 1), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(x.read(), (std::vector<double>{4, 5, 6}));
  EXPECT_EQ(y.read(), (std::vector<double>{1, 2, 3}));
}

TEST_F(LinearAlgebra, WhatAHandleKeeps) {
  cudaStream_t stream, kept = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  EXPECT_EQ(cublasSetStream(handle_, stream), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cublasGetStream(handle_, &kept), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(kept, stream);
  cublasPointerMode_t mode;
  EXPECT_EQ(cublasGetPointerMode(handle_, &mode), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(mode, CUBLAS_POINTER_MODE_HOST);
  int version = 0;
  EXPECT_EQ(cublasGetVersion(handle_, &version), CUBLAS_STATUS_SUCCESS);
  EXPECT_GT(version, 100000);
  EXPECT_STREQ(cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE), "CUBLAS_STATUS_INVALID_VALUE");
  EXPECT_EQ(cublasSetStream(handle_, nullptr), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

}  // namespace
