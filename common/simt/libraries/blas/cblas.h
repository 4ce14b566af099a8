/// @file
/// @ingroup simt_libraries
/// The system's BLAS, which a program loads when it first needs it.
#pragma once

#include <cstddef>

namespace simt {

// The numbers of CBLAS' enumerations.
enum CblasLayout { kColumns = 102 };
enum CblasTranspose { kAsItIs = 111, kTransposed = 112 };
enum CblasTriangle { kUpper = 121, kLower = 122 };
enum CblasDiagonal { kAnyDiagonal = 131, kUnitDiagonal = 132 };
enum CblasSide { kLeft = 141, kRight = 142 };

/// Its functions for one type of numbers.
template <class T>
struct Cblas {
  void (*axpy)(int n, T alpha, const T* x, int incx, T* y, int incy);
  void (*scal)(int n, T alpha, T* x, int incx);
  void (*copy)(int n, const T* x, int incx, T* y, int incy);
  void (*swap)(int n, T* x, int incx, T* y, int incy);
  T (*dot)(int n, const T* x, int incx, const T* y, int incy);
  T (*nrm2)(int n, const T* x, int incx);
  T (*asum)(int n, const T* x, int incx);
  std::size_t (*amax)(int n, const T* x, int incx);
  void (*gemv)(CblasLayout, CblasTranspose, int m, int n, T alpha, const T* a, int lda, const T* x,
               int incx, T beta, T* y, int incy);
  void (*ger)(CblasLayout, int m, int n, T alpha, const T* x, int incx, const T* y, int incy, T* a,
              int lda);
  void (*trsm)(CblasLayout, CblasSide, CblasTriangle, CblasTranspose, CblasDiagonal, int m, int n,
               T alpha, const T* a, int lda, T* b, int ldb);
  void (*gemm)(CblasLayout, CblasTranspose, CblasTranspose, int m, int n, int k, T alpha,
               const T* a, int lda, const T* b, int ldb, T beta, T* c, int ldc);
};

/// Ends the program with a message where the system has none.
void load_blas();
/// After `load_blas`.
template <class T>
const Cblas<T>& cblas();

}  // namespace simt
