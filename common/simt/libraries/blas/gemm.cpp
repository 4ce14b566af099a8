// Products of matrices: cublasSgemm and its relatives.
#include <memory>
#include <vector>

#include "api/streams/stream.h"
#include "base/api_call.h"
#include "cuda_runtime_api.h"
#include "libraries/blas/call.h"
#include "libraries/blas/cblas.h"
#include "libraries/blas/small_numbers.h"
#include "memory/accessibility.h"

namespace simt {
namespace {

using Use = Operand::Use;

/// What products of one batch have in common.
struct Shape {
  cublasOperation_t transa, transb;
  int m, n, k;
  int lda, ldb, ldc;

  int rows_of_a() const { return transa == CUBLAS_OP_N ? m : k; }
  int columns_of_a() const { return transa == CUBLAS_OP_N ? k : m; }
  int rows_of_b() const { return transb == CUBLAS_OP_N ? k : n; }
  int columns_of_b() const { return transb == CUBLAS_OP_N ? n : k; }

  void check(BlasCall& call) const {
    call.require_transpose("transa", transa);
    call.require_transpose("transb", transb);
    call.require_size("m", m);
    call.require_size("n", n);
    call.require_size("k", k);
  }
};

/// One matrix, or as many as the batch has.
struct Strided {
  const void* data;
  long long stride = 0;  ///< in elements
  cudaDataType type;
};

void add_operands(BlasCall& call, const Shape& s, const Strided& a, const Strided& b,
                  const Strided& c, int batches, bool reads_c) {
  call.add_matrix("A", Use::kRead, a.data, s.rows_of_a(), s.columns_of_a(), s.lda, size_of(a.type),
                  batches, a.stride);
  call.add_matrix("B", Use::kRead, b.data, s.rows_of_b(), s.columns_of_b(), s.ldb, size_of(b.type),
                  batches, b.stride);
  call.add_matrix("C", reads_c ? Use::kUpdate : Use::kWrite, c.data, s.m, s.n, s.ldc,
                  size_of(c.type), batches, c.stride);
}

template <class T>
void multiply(const Shape& s, T alpha, const T* a, int lda, const T* b, int ldb, T beta, T* c,
              int ldc) {
  if (s.m == 0 || s.n == 0) return;
  cblas<T>().gemm(kColumns, s.transa == CUBLAS_OP_N ? kAsItIs : kTransposed,
                  s.transb == CUBLAS_OP_N ? kAsItIs : kTransposed, s.m, s.n, s.k, alpha, a, lda, b,
                  ldb, beta, c, ldc);
}

template <class T>
cublasStatus_t gemm(BlasCall& call, const Shape& s, const T* alpha, const T* a, long long stride_a,
                    const T* b, long long stride_b, const T* beta, T* c, long long stride_c,
                    int batches) {
  s.check(call);
  call.require_size("batchCount", batches);
  const Scalar<T> factor = call.add_scalar("alpha", alpha), share = call.add_scalar("beta", beta);
  const cudaDataType type = sizeof(T) == sizeof(float) ? CUDA_R_32F : CUDA_R_64F;
  add_operands(call, s, {a, stride_a, type}, {b, stride_b, type}, {c, stride_c, type}, batches,
               !share.may_be_zero());
  return call.put([=] {
    for (int i = 0; i < batches; ++i) {
      multiply(s, factor.value(), a + i * stride_a, s.lda, b + i * stride_b, s.ldb, share.value(),
               c + i * stride_c, s.ldc);
    }
  });
}

/// The addresses in an array of the device, when all that is in front in the stream is done.
template <class P>
std::vector<P> addresses_in(BlasCall& call, const char* name, const P* array, int count) {
  const auto bytes = static_cast<std::size_t>(count) * sizeof(P);
  call.require(array != nullptr || count == 0, std::string(name) + " is a null pointer");
  call.require(is_device_accessible(array, bytes),
               std::string(name) + ", the array of addresses, is not in memory of the device");
  if (!call.is_good()) return {};
  return std::vector<P>(array, array + count);
}

template <class T>
cublasStatus_t gemm_batched(BlasCall& call, const Shape& s, const T* alpha, const T* const* a,
                            const T* const* b, const T* beta, T* const* c, int batches) {
  s.check(call);
  call.require_size("batchCount", batches);
  if (call.is_good() && cudaStreamSynchronize(call.stream()) != cudaSuccess) {
    return call.fail(CUBLAS_STATUS_EXECUTION_FAILED);
  }
  const auto all_a = addresses_in(call, "Aarray", a, batches),
             all_b = addresses_in(call, "Barray", b, batches);
  const auto all_c = addresses_in(call, "Carray", c, batches);
  const Scalar<T> factor = call.add_scalar("alpha", alpha), share = call.add_scalar("beta", beta);
  const cudaDataType type = sizeof(T) == sizeof(float) ? CUDA_R_32F : CUDA_R_64F;
  for (std::size_t i = 0; i < all_c.size() && call.is_good(); ++i) {
    add_operands(call, s, {all_a[i], 0, type}, {all_b[i], 0, type}, {all_c[i], 0, type}, 1,
                 !share.may_be_zero());
  }
  return call.put([=] {
    for (std::size_t i = 0; i < all_c.size(); ++i) {
      multiply(s, factor.value(), all_a[i], s.lda, all_b[i], s.ldb, share.value(), all_c[i], s.ldc);
    }
  });
}

/// Products of small numbers are computed with float ones.
template <class Factor>
cublasStatus_t gemm_of_small(BlasCall& call, const Shape& s, const Factor* alpha, const Strided& a,
                             const Strided& b, const Factor* beta, const Strided& c, int batches) {
  const Scalar<Factor> factor = call.add_scalar("alpha", alpha),
                       share = call.add_scalar("beta", beta);
  add_operands(call, s, a, b, c, batches, !share.may_be_zero());
  return call.put([=] {
    const float of_ab = as_float(factor.value()), of_c = as_float(share.value());
    for (int i = 0; i < batches; ++i) {
      const auto wide_a =
          widened(a.data, i * a.stride, a.type, s.rows_of_a(), s.columns_of_a(), s.lda);
      const auto wide_b =
          widened(b.data, i * b.stride, b.type, s.rows_of_b(), s.columns_of_b(), s.ldb);
      std::vector<float> wide_c(static_cast<std::size_t>(s.m) * static_cast<std::size_t>(s.n));
      if (of_c != 0) wide_c = widened(c.data, i * c.stride, c.type, s.m, s.n, s.ldc);
      const auto leading = [](int rows) { return rows > 1 ? rows : 1; };
      multiply(s, of_ab, wide_a.data(), leading(s.rows_of_a()), wide_b.data(),
               leading(s.rows_of_b()), of_c, wide_c.data(), leading(s.m));
      narrow_to(const_cast<void*>(c.data), i * c.stride, c.type, s.m, s.n, s.ldc, wide_c);
    }
  });
}

/// Products of any types. @param compute with which alpha and beta are given
cublasStatus_t gemm_of_types(BlasCall& call, const Shape& s, const void* alpha, const Strided& a,
                             const Strided& b, const void* beta, const Strided& c, int batches,
                             cublasComputeType_t compute) {
  s.check(call);
  call.require_size("batchCount", batches);
  const cudaDataType scale = scale_type(compute);
  call.require_supported(has_products(compute, a.type, b.type, c.type), kProductsInWords);
  if (!call.is_good()) return call.status();
  if (scale == CUDA_R_64F) {
    return gemm(call, s, static_cast<const double*>(alpha), static_cast<const double*>(a.data),
                a.stride, static_cast<const double*>(b.data), b.stride,
                static_cast<const double*>(beta), static_cast<double*>(const_cast<void*>(c.data)),
                c.stride, batches);
  }
  if (scale == CUDA_R_16F) {
    return gemm_of_small(call, s, static_cast<const HalfBits*>(alpha), a, b,
                         static_cast<const HalfBits*>(beta), c, batches);
  }
  if (a.type != CUDA_R_32F) {
    return gemm_of_small(call, s, static_cast<const float*>(alpha), a, b,
                         static_cast<const float*>(beta), c, batches);
  }
  return gemm(call, s, static_cast<const float*>(alpha), static_cast<const float*>(a.data),
              a.stride, static_cast<const float*>(b.data), b.stride,
              static_cast<const float*>(beta), static_cast<float*>(const_cast<void*>(c.data)),
              c.stride, batches);
}

/// As programs for CUDA 10 say how to compute.
cublasComputeType_t compute_type(cudaDataType type) {
  return type == CUDA_R_16F   ? CUBLAS_COMPUTE_16F
         : type == CUDA_R_32F ? CUBLAS_COMPUTE_32F
         : type == CUDA_R_64F ? CUBLAS_COMPUTE_64F
                              : CUBLAS_COMPUTE_32I;
}

}  // namespace
}  // namespace simt

#define SIMT_GEMM(S, T)                                                                           \
  cublasStatus_t cublas##S##gemm(cublasHandle_t handle, cublasOperation_t transa,                 \
                                 cublasOperation_t transb, int m, int n, int k, const T* alpha,   \
                                 const T* A, int lda, const T* B, int ldb, const T* beta, T* C,   \
                                 int ldc) {                                                       \
    SIMT_BLAS_CALL(handle);                                                                       \
    return simt::gemm(call, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, A, 0, B, 0, beta, C, \
                      0, 1);                                                                      \
  }                                                                                               \
  cublasStatus_t cublas##S##gemmBatched(                                                          \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,    \
      int k, const T* alpha, const T* const A[], int lda, const T* const B[], int ldb,            \
      const T* beta, T* const C[], int ldc, int batches) {                                        \
    SIMT_BLAS_CALL(handle);                                                                       \
    return simt::gemm_batched(call, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, A, B, beta,  \
                              C, batches);                                                        \
  }                                                                                               \
  cublasStatus_t cublas##S##gemmStridedBatched(                                                   \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,    \
      int k, const T* alpha, const T* A, int lda, long long strideA, const T* B, int ldb,         \
      long long strideB, const T* beta, T* C, int ldc, long long strideC, int batches) {          \
    SIMT_BLAS_CALL(handle);                                                                       \
    return simt::gemm(call, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, A, strideA, B,       \
                      strideB, beta, C, strideC, batches);                                        \
  }
SIMT_GEMM(S, float)
SIMT_GEMM(D, double)

cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, int k, const __half* alpha,
                           const __half* A, int lda, const __half* B, int ldb, const __half* beta,
                           __half* C, int ldc) {
  SIMT_BLAS_CALL(handle);
  return simt::gemm_of_types(call, {transa, transb, m, n, k, lda, ldb, ldc}, alpha,
                             {A, 0, CUDA_R_16F}, {B, 0, CUDA_R_16F}, beta, {C, 0, CUDA_R_16F}, 1,
                             CUBLAS_COMPUTE_16F);
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const void* alpha,
                            const void* A, cudaDataType Atype, int lda, const void* B,
                            cudaDataType Btype, int ldb, const void* beta, void* C,
                            cudaDataType Ctype, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t) {
  SIMT_BLAS_CALL(handle);
  return simt::gemm_of_types(call, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, {A, 0, Atype},
                             {B, 0, Btype}, beta, {C, 0, Ctype}, 1, compute);
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const void* alpha,
                            const void* A, cudaDataType Atype, int lda, const void* B,
                            cudaDataType Btype, int ldb, const void* beta, void* C,
                            cudaDataType Ctype, int ldc, cudaDataType compute, cublasGemmAlgo_t) {
  SIMT_BLAS_CALL(handle);
  return simt::gemm_of_types(call, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, {A, 0, Atype},
                             {B, 0, Btype}, beta, {C, 0, Ctype}, 1, simt::compute_type(compute));
}

cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const void* alpha, const void* A, cudaDataType Atype, int lda, long long strideA, const void* B,
    cudaDataType Btype, int ldb, long long strideB, const void* beta, void* C, cudaDataType Ctype,
    int ldc, long long strideC, int batches, cublasComputeType_t compute, cublasGemmAlgo_t) {
  SIMT_BLAS_CALL(handle);
  return simt::gemm_of_types(call, {transa, transb, m, n, k, lda, ldb, ldc}, alpha,
                             {A, strideA, Atype}, {B, strideB, Btype}, beta, {C, strideC, Ctype},
                             batches, compute);
}
