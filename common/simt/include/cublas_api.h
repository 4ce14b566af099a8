/// @file
/// cuBLAS: linear algebra on column-major matrices in device memory, computed by the system's BLAS.
#pragma once

#define CUBLAS_API_H_  // programs ask for it

#include "simt/users_macros_away.inc"

#include <cstddef>
#include <cstdint>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "driver_types.h"
#include "library_types.h"

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 1
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION 130100

typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef cublasStatus_t cublasStatus;

typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum {
  CUBLAS_FILL_MODE_LOWER = 0,
  CUBLAS_FILL_MODE_UPPER = 1,
  CUBLAS_FILL_MODE_FULL = 2
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_ALGO0 = 0,
  CUBLAS_GEMM_ALGO1 = 1,
  CUBLAS_GEMM_ALGO2 = 2,
  CUBLAS_GEMM_ALGO3 = 3,
  CUBLAS_GEMM_ALGO4 = 4,
  CUBLAS_GEMM_ALGO5 = 5,
  CUBLAS_GEMM_ALGO6 = 6,
  CUBLAS_GEMM_ALGO7 = 7,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
  CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
  CUBLAS_GEMM_ALGO1_TENSOR_OP = 101,
  CUBLAS_GEMM_ALGO2_TENSOR_OP = 102,
  CUBLAS_GEMM_ALGO3_TENSOR_OP = 103,
  CUBLAS_GEMM_ALGO4_TENSOR_OP = 104
} cublasGemmAlgo_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC = 65,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_64F_PEDANTIC = 71,
  CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32I_PEDANTIC = 73,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
  CUBLAS_COMPUTE_32F_EMULATED_16BFX9 = 78,
  CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT = 79
} cublasComputeType_t;
typedef cudaDataType cublasDataType_t;

typedef struct cublasContext* cublasHandle_t;

cublasStatus_t cublasCreate(cublasHandle_t* handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream);
/// Where the numbers are that functions take and return by address.
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode);
/// The model always computes in the full precision of the type.
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* workspace, std::size_t bytes);
const char* cublasGetStatusName(cublasStatus_t status);
const char* cublasGetStatusString(cublasStatus_t status);

/// Copies between the host and the device, of elements of `size` bytes, columns or increments apart.
cublasStatus_t cublasSetVector(int n, int size, const void* x, int incx, void* y, int incy);
cublasStatus_t cublasGetVector(int n, int size, const void* x, int incx, void* y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void* a, int lda, void* b,
                               int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void* a, int lda, void* b,
                               int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int size, const void* a, int lda,
                                    void* b, int ldb, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int size, const void* a, int lda,
                                    void* b, int ldb, cudaStream_t stream);

// The same for float (S) and double (D).
#define SIMT_CUBLAS(S, s, T)                                                                      \
  cublasStatus_t cublas##S##axpy(cublasHandle_t handle, int n, const T* alpha, const T* x,        \
                                 int incx, T* y, int incy);                                       \
  cublasStatus_t cublas##S##scal(cublasHandle_t handle, int n, const T* alpha, T* x, int incx);   \
  cublasStatus_t cublas##S##copy(cublasHandle_t handle, int n, const T* x, int incx, T* y,        \
                                 int incy);                                                       \
  cublasStatus_t cublas##S##swap(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy);   \
  cublasStatus_t cublas##S##dot(cublasHandle_t handle, int n, const T* x, int incx, const T* y,   \
                                int incy, T* result);                                             \
  cublasStatus_t cublas##S##nrm2(cublasHandle_t handle, int n, const T* x, int incx, T* result);  \
  cublasStatus_t cublas##S##asum(cublasHandle_t handle, int n, const T* x, int incx, T* result);  \
  cublasStatus_t cublasI##s##amax(cublasHandle_t handle, int n, const T* x, int incx,             \
                                  int* result);                                                   \
  cublasStatus_t cublasI##s##amin(cublasHandle_t handle, int n, const T* x, int incx,             \
                                  int* result);                                                   \
  cublasStatus_t cublas##S##gemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n,    \
                                 const T* alpha, const T* A, int lda, const T* x, int incx,       \
                                 const T* beta, T* y, int incy);                                  \
  cublasStatus_t cublas##S##ger(cublasHandle_t handle, int m, int n, const T* alpha, const T* x,  \
                                int incx, const T* y, int incy, T* A, int lda);                   \
  cublasStatus_t cublas##S##geam(                                                                 \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,    \
      const T* alpha, const T* A, int lda, const T* beta, const T* B, int ldb, T* C, int ldc);    \
  cublasStatus_t cublas##S##trsm(cublasHandle_t handle, cublasSideMode_t side,                    \
                                 cublasFillMode_t uplo, cublasOperation_t trans,                  \
                                 cublasDiagType_t diag, int m, int n, const T* alpha, const T* A, \
                                 int lda, T* B, int ldb);                                         \
  cublasStatus_t cublas##S##gemm(cublasHandle_t handle, cublasOperation_t transa,                 \
                                 cublasOperation_t transb, int m, int n, int k, const T* alpha,   \
                                 const T* A, int lda, const T* B, int ldb, const T* beta, T* C,   \
                                 int ldc);                                                        \
  cublasStatus_t cublas##S##gemmBatched(                                                          \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,    \
      int k, const T* alpha, const T* const A[], int lda, const T* const B[], int ldb,            \
      const T* beta, T* const C[], int ldc, int batches);                                         \
  cublasStatus_t cublas##S##gemmStridedBatched(                                                   \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,    \
      int k, const T* alpha, const T* A, int lda, long long strideA, const T* B, int ldb,         \
      long long strideB, const T* beta, T* C, int ldc, long long strideC, int batches);
SIMT_CUBLAS(S, s, float)
SIMT_CUBLAS(D, d, double)
#undef SIMT_CUBLAS

cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, int k, const __half* alpha,
                           const __half* A, int lda, const __half* B, int ldb, const __half* beta,
                           __half* C, int ldc);
/// A and B of one type: float, double, half or bfloat16; C of the same, or float.
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const void* alpha,
                            const void* A, cudaDataType Atype, int lda, const void* B,
                            cudaDataType Btype, int ldb, const void* beta, void* C,
                            cudaDataType Ctype, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const void* alpha,
                            const void* A, cudaDataType Atype, int lda, const void* B,
                            cudaDataType Btype, int ldb, const void* beta, void* C,
                            cudaDataType Ctype, int ldc, cudaDataType compute,
                            cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k,
                                          const void* alpha, const void* A, cudaDataType Atype,
                                          int lda, long long strideA, const void* B,
                                          cudaDataType Btype, int ldb, long long strideB,
                                          const void* beta, void* C, cudaDataType Ctype, int ldc,
                                          long long strideC, int batches,
                                          cublasComputeType_t compute, cublasGemmAlgo_t algorithm);

// The names that these functions have in the library.
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasGetVersion_v2 cublasGetVersion
#define cublasSetStream_v2 cublasSetStream
#define cublasGetStream_v2 cublasGetStream
#define cublasSetPointerMode_v2 cublasSetPointerMode
#define cublasGetPointerMode_v2 cublasGetPointerMode
#define cublasSetWorkspace_v2 cublasSetWorkspace
#define cublasSaxpy_v2 cublasSaxpy
#define cublasSscal_v2 cublasSscal
#define cublasScopy_v2 cublasScopy
#define cublasSswap_v2 cublasSswap
#define cublasSdot_v2 cublasSdot
#define cublasSnrm2_v2 cublasSnrm2
#define cublasSasum_v2 cublasSasum
#define cublasSgemv_v2 cublasSgemv
#define cublasSger_v2 cublasSger
#define cublasStrsm_v2 cublasStrsm
#define cublasSgemm_v2 cublasSgemm
#define cublasIsamax_v2 cublasIsamax
#define cublasIsamin_v2 cublasIsamin
#define cublasDaxpy_v2 cublasDaxpy
#define cublasDscal_v2 cublasDscal
#define cublasDcopy_v2 cublasDcopy
#define cublasDswap_v2 cublasDswap
#define cublasDdot_v2 cublasDdot
#define cublasDnrm2_v2 cublasDnrm2
#define cublasDasum_v2 cublasDasum
#define cublasDgemv_v2 cublasDgemv
#define cublasDger_v2 cublasDger
#define cublasDtrsm_v2 cublasDtrsm
#define cublasDgemm_v2 cublasDgemm
#define cublasIdamax_v2 cublasIdamax
#define cublasIdamin_v2 cublasIdamin

#include "simt/refused_blas.h"

#include "simt/users_macros_back.inc"
