// Functions of cuBLAS on vectors.
#include <cmath>
#include <cstdlib>

#include "base/api_call.h"
#include "libraries/blas/call.h"
#include "libraries/blas/cblas.h"

namespace simt {
namespace {

using Use = Operand::Use;

template <class T>
cublasStatus_t axpy(BlasCall& call, int n, const T* alpha, const T* x, int incx, T* y, int incy) {
  call.add_vector("x", Use::kRead, x, n, incx, sizeof(T));
  call.add_vector("y", Use::kUpdate, y, n, incy, sizeof(T));
  const Scalar<T> factor = call.add_scalar("alpha", alpha);
  return call.put([=] { cblas<T>().axpy(n, factor.value(), x, incx, y, incy); });
}

template <class T>
cublasStatus_t scal(BlasCall& call, int n, const T* alpha, T* x, int incx) {
  call.add_vector("x", Use::kUpdate, x, n, incx, sizeof(T));
  const Scalar<T> factor = call.add_scalar("alpha", alpha);
  return call.put([=] { cblas<T>().scal(n, factor.value(), x, incx); });
}

template <class T>
cublasStatus_t copy(BlasCall& call, int n, const T* x, int incx, T* y, int incy) {
  call.add_vector("x", Use::kRead, x, n, incx, sizeof(T));
  call.add_vector("y", Use::kWrite, y, n, incy, sizeof(T));
  return call.put([=] { cblas<T>().copy(n, x, incx, y, incy); });
}

template <class T>
cublasStatus_t swap(BlasCall& call, int n, T* x, int incx, T* y, int incy) {
  call.add_vector("x", Use::kUpdate, x, n, incx, sizeof(T));
  call.add_vector("y", Use::kUpdate, y, n, incy, sizeof(T));
  return call.put([=] { cblas<T>().swap(n, x, incx, y, incy); });
}

template <class T>
cublasStatus_t dot(BlasCall& call, int n, const T* x, int incx, const T* y, int incy, T* result) {
  call.add_vector("x", Use::kRead, x, n, incx, sizeof(T));
  call.add_vector("y", Use::kRead, y, n, incy, sizeof(T));
  return call.put_result<T>(result, [=] { return cblas<T>().dot(n, x, incx, y, incy); });
}

/// One number from one vector.
template <class Result, class T, class Function>
cublasStatus_t reduce(BlasCall& call, int n, const T* x, int incx, Result* result,
                      const Function& function) {
  call.add_vector("x", Use::kRead, x, n, incx, sizeof(T));
  return call.put_result<Result>(result, [=] { return n > 0 ? function() : Result(); });
}

/// The place of the smallest one, counted from 1; CBLAS has no such function.
template <class T>
int place_of_smallest(int n, const T* x, int incx) {
  int place = 0;
  for (int i = 1; i < n; ++i) {
    if (std::abs(x[static_cast<std::ptrdiff_t>(i) * incx]) <
        std::abs(x[static_cast<std::ptrdiff_t>(place) * incx])) {
      place = i;
    }
  }
  return place + 1;
}

}  // namespace
}  // namespace simt

#define SIMT_VECTORS(S, s, T)                                                                     \
  cublasStatus_t cublas##S##axpy(cublasHandle_t handle, int n, const T* alpha, const T* x,        \
                                 int incx, T* y, int incy) {                                      \
    SIMT_BLAS_CALL(handle);                                                                       \
    return simt::axpy(call, n, alpha, x, incx, y, incy);                                          \
  }                                                                                               \
  cublasStatus_t cublas##S##scal(cublasHandle_t handle, int n, const T* alpha, T* x, int incx) {  \
    SIMT_BLAS_CALL(handle);                                                                       \
    return simt::scal(call, n, alpha, x, incx);                                                   \
  }                                                                                               \
  cublasStatus_t cublas##S##copy(cublasHandle_t handle, int n, const T* x, int incx, T* y,        \
                                 int incy) {                                                      \
    SIMT_BLAS_CALL(handle);                                                                       \
    return simt::copy(call, n, x, incx, y, incy);                                                 \
  }                                                                                               \
  cublasStatus_t cublas##S##swap(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy) {  \
    SIMT_BLAS_CALL(handle);                                                                       \
    return simt::swap(call, n, x, incx, y, incy);                                                 \
  }                                                                                               \
  cublasStatus_t cublas##S##dot(cublasHandle_t handle, int n, const T* x, int incx, const T* y,   \
                                int incy, T* result) {                                            \
    SIMT_BLAS_CALL(handle);                                                                       \
    return simt::dot(call, n, x, incx, y, incy, result);                                          \
  }                                                                                               \
  cublasStatus_t cublas##S##nrm2(cublasHandle_t handle, int n, const T* x, int incx, T* result) { \
    SIMT_BLAS_CALL(handle);                                                                       \
    return simt::reduce(call, n, x, incx, result,                                                 \
                        [=] { return simt::cblas<T>().nrm2(n, x, incx); });                       \
  }                                                                                               \
  cublasStatus_t cublas##S##asum(cublasHandle_t handle, int n, const T* x, int incx, T* result) { \
    SIMT_BLAS_CALL(handle);                                                                       \
    return simt::reduce(call, n, x, incx, result,                                                 \
                        [=] { return simt::cblas<T>().asum(n, x, incx); });                       \
  }                                                                                               \
  cublasStatus_t cublasI##s##amax(cublasHandle_t handle, int n, const T* x, int incx,             \
                                  int* result) {                                                  \
    SIMT_BLAS_CALL(handle);                                                                       \
    return simt::reduce(call, n, x, incx, result,                                                 \
                        [=] { return static_cast<int>(simt::cblas<T>().amax(n, x, incx)) + 1; }); \
  }                                                                                               \
  cublasStatus_t cublasI##s##amin(cublasHandle_t handle, int n, const T* x, int incx,             \
                                  int* result) {                                                  \
    SIMT_BLAS_CALL(handle);                                                                       \
    return simt::reduce(call, n, x, incx, result,                                                 \
                        [=] { return simt::place_of_smallest(n, x, incx); });                     \
  }
SIMT_VECTORS(S, s, float)
SIMT_VECTORS(D, d, double)
