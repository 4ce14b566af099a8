/// @file
/// cuBLASXt for one device: products of matrices that may lie in memory of the host. Its tiles, and several devices,
/// are for speed: here an operand of the host's is copied as a whole.
#pragma once

#define CUBLAS_XT_H_  // programs ask for it

#include "simt/users_macros_away.inc"

#include <climits>
#include <cstddef>

#include "cublas_v2.h"
#include "cuda_runtime.h"

typedef enum {
  CUBLASXT_PINNING_DISABLED = 0,
  CUBLASXT_PINNING_ENABLED = 1
} cublasXtPinnedMemMode_t;

struct cublasXtContext {
  cublasHandle_t blas;
  int block_dim;
  cublasXtPinnedMemMode_t pinning;
};
typedef struct cublasXtContext* cublasXtHandle_t;

inline cublasStatus_t cublasXtCreate(cublasXtHandle_t* handle) {
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  cublasHandle_t blas;
  if (const cublasStatus_t status = cublasCreate(&blas)) return status;
  *handle = new cublasXtContext{blas, 4096, CUBLASXT_PINNING_DISABLED};
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const cublasStatus_t status = cublasDestroy(handle->blas);
  delete handle;
  return status;
}
/// There is device 0.
inline cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int devices, int numbers[]) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const bool is_there = devices == 1 && numbers != nullptr && numbers[0] == 0;
  return is_there ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}
inline cublasStatus_t cublasXtMaxBoards(int* boards) {
  if (boards == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *boards = 1;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int size) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (size <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  handle->block_dim = size;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int* size) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  *size = handle->block_dim;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle,
                                                cublasXtPinnedMemMode_t mode) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  handle->pinning = mode;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle,
                                                cublasXtPinnedMemMode_t* mode) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  *mode = handle->pinning;
  return CUBLAS_STATUS_SUCCESS;
}

namespace simt {

/// A matrix by columns, where the device can use it: in its own place, or in a copy.
template <class T>
class XtMatrix {
 public:
  XtMatrix(const T* matrix, std::size_t rows, std::size_t columns, std::size_t pitch)
      : matrix_(const_cast<T*>(matrix)), rows_(rows), columns_(columns), pitch_(pitch) {
    cudaPointerAttributes its{};
    is_copy_ =
        cudaPointerGetAttributes(&its, matrix) != cudaSuccess || its.devicePointer == nullptr;
    device_ = matrix_;
    if (is_copy_) status_ = cudaMalloc(&device_, columns * pitch * sizeof(T));
  }
  ~XtMatrix() {
    if (is_copy_) static_cast<void>(cudaFree(device_));
  }
  XtMatrix(const XtMatrix&) = delete;
  XtMatrix& operator=(const XtMatrix&) = delete;

  T* device() const { return device_; }
  cudaError_t status() const { return status_; }
  void copy_in() { copy(device_, matrix_, cudaMemcpyHostToDevice); }
  void copy_out() { copy(matrix_, device_, cudaMemcpyDeviceToHost); }

 private:
  void copy(T* to, const T* from, cudaMemcpyKind kind) {
    if (!is_copy_ || status_ != cudaSuccess) return;
    status_ = cudaMemcpy2D(to, pitch_ * sizeof(T), from, pitch_ * sizeof(T), rows_ * sizeof(T),
                           columns_, kind);
  }

  T *matrix_, *device_;
  std::size_t rows_, columns_, pitch_;
  bool is_copy_;
  cudaError_t status_ = cudaSuccess;
};

template <class T, class Product>
cublasStatus_t xt_gemm(cublasXtHandle_t handle, cublasOperation_t transpose_a,
                       cublasOperation_t transpose_b, std::size_t m, std::size_t n, std::size_t k,
                       const T* alpha, const T* a, std::size_t lda, const T* b, std::size_t ldb,
                       const T* beta, T* c, std::size_t ldc, Product product) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  for (const std::size_t size : {m, n, k, lda, ldb, ldc}) {
    if (size > INT_MAX) return CUBLAS_STATUS_INVALID_VALUE;
  }
  const std::size_t a_rows = transpose_a == CUBLAS_OP_N ? m : k, a_columns = m + k - a_rows;
  const std::size_t b_rows = transpose_b == CUBLAS_OP_N ? k : n, b_columns = k + n - b_rows;
  if (alpha == nullptr || beta == nullptr || lda < a_rows || ldb < b_rows || ldc < m) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  XtMatrix<T> first(a, a_rows, a_columns, lda), second(b, b_rows, b_columns, ldb),
      result(c, m, n, ldc);
  first.copy_in();
  second.copy_in();
  if (*beta != T(0)) result.copy_in();
  for (const cudaError_t status : {first.status(), second.status(), result.status()}) {
    if (status == cudaErrorMemoryAllocation) return CUBLAS_STATUS_ALLOC_FAILED;
    if (status != cudaSuccess) return CUBLAS_STATUS_EXECUTION_FAILED;
  }
  const auto number = [](std::size_t size) { return static_cast<int>(size); };
  if (const cublasStatus_t status =
          product(handle->blas, transpose_a, transpose_b, number(m), number(n), number(k), alpha,
                  first.device(), number(lda), second.device(), number(ldb), beta, result.device(),
                  number(ldc))) {
    return status;
  }
  if (cudaDeviceSynchronize() != cudaSuccess) return CUBLAS_STATUS_EXECUTION_FAILED;
  result.copy_out();
  return result.status() == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

}  // namespace simt

inline cublasStatus_t cublasXtSgemm(cublasXtHandle_t handle, cublasOperation_t transpose_a,
                                    cublasOperation_t transpose_b, std::size_t m, std::size_t n,
                                    std::size_t k, const float* alpha, const float* a,
                                    std::size_t lda, const float* b, std::size_t ldb,
                                    const float* beta, float* c, std::size_t ldc) {
  return simt::xt_gemm(handle, transpose_a, transpose_b, m, n, k, alpha, a, lda, b, ldb, beta, c,
                       ldc, [](auto... all) { return cublasSgemm(all...); });
}
inline cublasStatus_t cublasXtDgemm(cublasXtHandle_t handle, cublasOperation_t transpose_a,
                                    cublasOperation_t transpose_b, std::size_t m, std::size_t n,
                                    std::size_t k, const double* alpha, const double* a,
                                    std::size_t lda, const double* b, std::size_t ldb,
                                    const double* beta, double* c, std::size_t ldc) {
  return simt::xt_gemm(handle, transpose_a, transpose_b, m, n, k, alpha, a, lda, b, ldb, beta, c,
                       ldc, [](auto... all) { return cublasDgemm(all...); });
}

#include "simt/users_macros_back.inc"
