// Functions of cuBLAS on a matrix and vectors, sums of matrices, triangular systems.
#include <cstddef>
#include <utility>

#include "base/api_call.h"
#include "libraries/blas/call.h"
#include "libraries/blas/cblas.h"

namespace simt {
namespace {

using Use = Operand::Use;

CblasTranspose transpose_of(cublasOperation_t operation) {
  return operation == CUBLAS_OP_N ? kAsItIs : kTransposed;
}

template <class T>
cublasStatus_t gemv(BlasCall& call, cublasOperation_t trans, int m, int n, const T* alpha,
                    const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy) {
  const int columns = trans == CUBLAS_OP_N ? n : m, rows = trans == CUBLAS_OP_N ? m : n;
  call.require_transpose("trans", trans);
  call.require_size("m", m);
  call.require_size("n", n);
  call.require(incx != 0 && incy != 0, "an increment is 0");
  call.add_matrix("A", Use::kRead, a, m, n, lda, sizeof(T));
  call.add_vector("x", Use::kRead, x, columns, incx, sizeof(T));
  const Scalar<T> factor = call.add_scalar("alpha", alpha), share = call.add_scalar("beta", beta);
  call.add_vector("y", share.may_be_zero() ? Use::kWrite : Use::kUpdate, y, rows, incy, sizeof(T));
  return call.put([=] {
    cblas<T>().gemv(kColumns, transpose_of(trans), m, n, factor.value(), a, lda, x, incx,
                    share.value(), y, incy);
  });
}

template <class T>
cublasStatus_t ger(BlasCall& call, int m, int n, const T* alpha, const T* x, int incx, const T* y,
                   int incy, T* a, int lda) {
  call.require_size("m", m);
  call.require_size("n", n);
  call.require(incx != 0 && incy != 0, "an increment is 0");
  call.add_vector("x", Use::kRead, x, m, incx, sizeof(T));
  call.add_vector("y", Use::kRead, y, n, incy, sizeof(T));
  call.add_matrix("A", Use::kUpdate, a, m, n, lda, sizeof(T));
  const Scalar<T> factor = call.add_scalar("alpha", alpha);
  return call.put(
      [=] { cblas<T>().ger(kColumns, m, n, factor.value(), x, incx, y, incy, a, lda); });
}

/// Adds a matrix that may be left out, with a factor of 0.
template <class T>
void add_summand(BlasCall& call, const char* name, cublasOperation_t trans, const Scalar<T>& factor,
                 const T* data, int m, int n, int leading) {
  if (factor.may_be_zero() && data == nullptr) return;
  call.add_matrix(name, Use::kRead, data, trans == CUBLAS_OP_N ? m : n,
                  trans == CUBLAS_OP_N ? n : m, leading, sizeof(T));
}

template <class T>
cublasStatus_t geam(BlasCall& call, cublasOperation_t transa, cublasOperation_t transb, int m,
                    int n, const T* alpha, const T* a, int lda, const T* beta, const T* b, int ldb,
                    T* c, int ldc) {
  call.require_transpose("transa", transa);
  call.require_transpose("transb", transb);
  call.require_size("m", m);
  call.require_size("n", n);
  const Scalar<T> of_a = call.add_scalar("alpha", alpha), of_b = call.add_scalar("beta", beta);
  add_summand(call, "A", transa, of_a, a, m, n, lda);
  add_summand(call, "B", transb, of_b, b, m, n, ldb);
  call.add_matrix("C", Use::kWrite, c, m, n, ldc, sizeof(T));
  return call.put([=] {
    const auto term = [](T factor, cublasOperation_t trans, const T* data, int leading, int row,
                         int column) {
      if (factor == T()) return T();
      if (trans != CUBLAS_OP_N) std::swap(row, column);
      return factor * data[row + static_cast<std::ptrdiff_t>(column) * leading];
    };
    const T factor_a = of_a.value(), factor_b = of_b.value();
    for (int column = 0; column < n; ++column) {
      for (int row = 0; row < m; ++row) {
        c[row + static_cast<std::ptrdiff_t>(column) * ldc] =
            term(factor_a, transa, a, lda, row, column) +
            term(factor_b, transb, b, ldb, row, column);
      }
    }
  });
}

template <class T>
cublasStatus_t trsm(BlasCall& call, cublasSideMode_t side, cublasFillMode_t uplo,
                    cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const T* alpha,
                    const T* a, int lda, T* b, int ldb) {
  const int size = side == CUBLAS_SIDE_LEFT ? m : n;
  call.require_transpose("trans", trans);
  call.require_size("m", m);
  call.require_size("n", n);
  const Scalar<T> factor = call.add_scalar("alpha", alpha);
  call.add_triangle("A", a, uplo == CUBLAS_FILL_MODE_UPPER, size, lda, sizeof(T));
  call.add_matrix("B", Use::kUpdate, b, m, n, ldb, sizeof(T));
  return call.put([=] {
    cblas<T>().trsm(kColumns, side == CUBLAS_SIDE_LEFT ? kLeft : kRight,
                    uplo == CUBLAS_FILL_MODE_UPPER ? kUpper : kLower, transpose_of(trans),
                    diag == CUBLAS_DIAG_UNIT ? kUnitDiagonal : kAnyDiagonal, m, n, factor.value(),
                    a, lda, b, ldb);
  });
}

}  // namespace
}  // namespace simt

#define SIMT_MATRICES(S, T)                                                                       \
  cublasStatus_t cublas##S##gemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n,    \
                                 const T* alpha, const T* A, int lda, const T* x, int incx,       \
                                 const T* beta, T* y, int incy) {                                 \
    SIMT_BLAS_CALL(handle);                                                                       \
    return simt::gemv(call, trans, m, n, alpha, A, lda, x, incx, beta, y, incy);                  \
  }                                                                                               \
  cublasStatus_t cublas##S##ger(cublasHandle_t handle, int m, int n, const T* alpha, const T* x,  \
                                int incx, const T* y, int incy, T* A, int lda) {                  \
    SIMT_BLAS_CALL(handle);                                                                       \
    return simt::ger(call, m, n, alpha, x, incx, y, incy, A, lda);                                \
  }                                                                                               \
  cublasStatus_t cublas##S##geam(                                                                 \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,    \
      const T* alpha, const T* A, int lda, const T* beta, const T* B, int ldb, T* C, int ldc) {   \
    SIMT_BLAS_CALL(handle);                                                                       \
    return simt::geam(call, transa, transb, m, n, alpha, A, lda, beta, B, ldb, C, ldc);           \
  }                                                                                               \
  cublasStatus_t cublas##S##trsm(cublasHandle_t handle, cublasSideMode_t side,                    \
                                 cublasFillMode_t uplo, cublasOperation_t trans,                  \
                                 cublasDiagType_t diag, int m, int n, const T* alpha, const T* A, \
                                 int lda, T* B, int ldb) {                                        \
    SIMT_BLAS_CALL(handle);                                                                       \
    return simt::trsm(call, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb);                \
  }
SIMT_MATRICES(S, float)
SIMT_MATRICES(D, double)
