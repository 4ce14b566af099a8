// Handles of cuBLAS, and what they keep; its copies.
#include "api/streams/stream.h"
#include "base/api_call.h"
#include "base/error.h"
#include "base/process.h"
#include "cuda_runtime_api.h"
#include "libraries/blas/call.h"
#include "libraries/blas/cblas.h"
#include "libraries/live_objects.h"

namespace simt {
namespace {

LiveObjects<cublasContext>& handles() { return process().part<LiveObjects<cublasContext>>(); }

}  // namespace

bool is_live_handle(cublasHandle_t handle) { return handles().contains(handle); }

}  // namespace simt

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  SIMT_API_CALL;
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = nullptr;
  if (simt::device_error() != cudaSuccess) return CUBLAS_STATUS_NOT_INITIALIZED;
  simt::load_blas();
  *handle = simt::handles().make();
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  SIMT_API_CALL;
  if (!simt::handles().destroy(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
  simt::synchronize_device();  // as cuBLAS does
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version) {
  SIMT_BLAS_CALL(handle);
  call.require(version != nullptr, "version is a null pointer");
  if (call.is_good()) *version = CUBLAS_VERSION;
  return call.status();
}

cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
  SIMT_BLAS_CALL(handle);
  if (call.is_good()) handle->stream = stream;
  return call.status();
}

cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream) {
  SIMT_BLAS_CALL(handle);
  call.require(stream != nullptr, "stream is a null pointer");
  if (call.is_good()) *stream = handle->stream;
  return call.status();
}

cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
  SIMT_BLAS_CALL(handle);
  if (call.is_good()) handle->pointer_mode = mode;
  return call.status();
}

cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode) {
  SIMT_BLAS_CALL(handle);
  call.require(mode != nullptr, "mode is a null pointer");
  if (call.is_good()) *mode = handle->pointer_mode;
  return call.status();
}

cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
  SIMT_BLAS_CALL(handle);
  if (call.is_good()) handle->math_mode = mode;
  return call.status();
}

cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
  SIMT_BLAS_CALL(handle);
  call.require(mode != nullptr, "mode is a null pointer");
  if (call.is_good()) *mode = handle->math_mode;
  return call.status();
}

cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t) {
  SIMT_BLAS_CALL(handle);
  return call.status();
}

cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void*, std::size_t) {
  SIMT_BLAS_CALL(handle);
  return call.status();
}

const char* cublasGetStatusName(cublasStatus_t status) {
  switch (status) {
#define SIMT_STATUS(name) \
  case name:              \
    return #name;
    SIMT_STATUS(CUBLAS_STATUS_SUCCESS)
    SIMT_STATUS(CUBLAS_STATUS_NOT_INITIALIZED)
    SIMT_STATUS(CUBLAS_STATUS_ALLOC_FAILED)
    SIMT_STATUS(CUBLAS_STATUS_INVALID_VALUE)
    SIMT_STATUS(CUBLAS_STATUS_ARCH_MISMATCH)
    SIMT_STATUS(CUBLAS_STATUS_MAPPING_ERROR)
    SIMT_STATUS(CUBLAS_STATUS_EXECUTION_FAILED)
    SIMT_STATUS(CUBLAS_STATUS_INTERNAL_ERROR)
    SIMT_STATUS(CUBLAS_STATUS_NOT_SUPPORTED)
    SIMT_STATUS(CUBLAS_STATUS_LICENSE_ERROR)
#undef SIMT_STATUS
  }
  return "CUBLAS_STATUS_UNKNOWN";
}

const char* cublasGetStatusString(cublasStatus_t status) {
  switch (status) {
    case CUBLAS_STATUS_SUCCESS:
      return "success";
    case CUBLAS_STATUS_NOT_INITIALIZED:
      return "the library was not initialized";
    case CUBLAS_STATUS_ALLOC_FAILED:
      return "the resource allocation failed";
    case CUBLAS_STATUS_INVALID_VALUE:
      return "an unsupported value or parameter was passed to the function";
    case CUBLAS_STATUS_ARCH_MISMATCH:
      return "the function requires an architectural feature absent from the architecture of the "
             "device";
    case CUBLAS_STATUS_MAPPING_ERROR:
      return "an access to GPU memory space failed";
    case CUBLAS_STATUS_EXECUTION_FAILED:
      return "the GPU program failed to execute";
    case CUBLAS_STATUS_INTERNAL_ERROR:
      return "an internal operation failed";
    case CUBLAS_STATUS_NOT_SUPPORTED:
      return "the functionality requested is not supported";
    default:
      return "the functionality requested requires some license";
  }
}

namespace {

cublasStatus_t status_of(cudaError_t error) {
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

/// Copies columns. @param stream null: the host waits
cublasStatus_t copy_columns(int rows, int columns, int size, const void* a, int lda, void* b,
                            int ldb, cudaMemcpyKind kind, const cudaStream_t* stream) {
  if (rows < 0 || columns < 0 || size <= 0 || lda < rows || ldb < rows || lda == 0 || ldb == 0) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const auto bytes = static_cast<std::size_t>(size);
  const std::size_t width = static_cast<std::size_t>(rows) * bytes,
                    from_pitch = static_cast<std::size_t>(lda) * bytes,
                    to_pitch = static_cast<std::size_t>(ldb) * bytes,
                    height = static_cast<std::size_t>(columns);
  if (width == 0 || height == 0) return CUBLAS_STATUS_SUCCESS;
  return status_of(stream == nullptr ? cudaMemcpy2D(b, to_pitch, a, from_pitch, width, height, kind)
                                     : cudaMemcpy2DAsync(b, to_pitch, a, from_pitch, width, height,
                                                         kind, *stream));
}

}  // namespace

#define SIMT_CUBLAS_COPY(Direction, kind)                                                          \
  cublasStatus_t cublas##Direction##Vector(int n, int size, const void* x, int incx, void* y,      \
                                           int incy) {                                             \
    SIMT_API_CALL;                                                                                 \
    return copy_columns(1, n, size, x, incx, y, incy, kind, nullptr);                              \
  }                                                                                                \
  cublasStatus_t cublas##Direction##VectorAsync(int n, int size, const void* x, int incx, void* y, \
                                                int incy, cudaStream_t stream) {                   \
    SIMT_API_CALL;                                                                                 \
    return copy_columns(1, n, size, x, incx, y, incy, kind, &stream);                              \
  }                                                                                                \
  cublasStatus_t cublas##Direction##Matrix(int rows, int columns, int size, const void* a,         \
                                           int lda, void* b, int ldb) {                            \
    SIMT_API_CALL;                                                                                 \
    return copy_columns(rows, columns, size, a, lda, b, ldb, kind, nullptr);                       \
  }                                                                                                \
  cublasStatus_t cublas##Direction##MatrixAsync(int rows, int columns, int size, const void* a,    \
                                                int lda, void* b, int ldb, cudaStream_t stream) {  \
    SIMT_API_CALL;                                                                                 \
    return copy_columns(rows, columns, size, a, lda, b, ldb, kind, &stream);                       \
  }
SIMT_CUBLAS_COPY(Set, cudaMemcpyHostToDevice)
SIMT_CUBLAS_COPY(Get, cudaMemcpyDeviceToHost)
