/// @file
/// @ingroup simt_libraries
/// One call of a function of cuBLAS: its arguments are checked, then it goes into the stream of its handle.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cublas_v2.h"

#include "base/api_call.h"
#include "libraries/operands.h"

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
  cublasMath_t math_mode = CUBLAS_DEFAULT_MATH;
};

namespace simt {

bool is_live_handle(cublasHandle_t handle);

/// A number that a function takes by address.
template <class T>
class Scalar {
 public:
  explicit Scalar(T value) : value_(value) {}
  explicit Scalar(const T* on_device) : on_device_(on_device) {}
  /// When the function's turn has come.
  T value() const { return on_device_ != nullptr ? *on_device_ : value_; }
  bool may_be_zero() const { return on_device_ != nullptr || value_ == T(); }

 private:
  T value_{};
  const T* on_device_ = nullptr;
};

class BlasCall {
 public:
  explicit BlasCall(cublasHandle_t handle);
  /// Of a function without such a handle.
  explicit BlasCall(const cublasContext& settings) : settings_(settings) {}

  void require_handle(bool is_live, const char* made_by);
  /// Refuses the arguments with a warning, unless `holds`. @param fault "lda is 3, and A has 5 rows"
  void require(bool holds, const std::string& fault);
  /// Refuses what the model does not have, unless `holds`: CUBLAS_STATUS_NOT_SUPPORTED.
  void require_supported(bool holds, const std::string& fault);
  /// Not negative.
  void require_size(const char* name, int size);
  void require_transpose(const char* name, cublasOperation_t operation);
  void require_leading(const char* name, int rows, long long leading, bool by_rows = false);

  void add_vector(const char* name, Operand::Use use, const void* data, int n, int increment,
                  std::size_t size);
  void add_matrix(const char* name, Operand::Use use, const void* data, int rows, int columns,
                  int leading, std::size_t size, int batches = 1, long long stride = 0,
                  bool by_rows = false);
  /// Of a square matrix one half with the diagonal, which is read.
  void add_triangle(const char* name, const void* data, bool is_upper, int rows, int leading,
                    std::size_t size);
  void add(Operand operand) { operands_.push_back(std::move(operand)); }
  template <class T>
  Scalar<T> add_scalar(const char* name, const T* pointer) {
    if (!add_number(name, pointer, sizeof(T), Operand::Use::kRead)) return Scalar<T>(T());
    return on_device() ? Scalar<T>(pointer) : Scalar<T>(*pointer);
  }

  cublasStatus_t status() const { return status_; }
  bool is_good() const { return status_ == CUBLAS_STATUS_SUCCESS; }
  cudaStream_t stream() const { return settings_.stream; }
  cublasStatus_t fail(cublasStatus_t status) { return status_ = status; }
  /// Puts the work into the stream, if all is well.
  cublasStatus_t put(std::function<void()> work);
  /// Puts a function with a result into the stream: where that is the host's, the host waits for it.
  template <class T>
  cublasStatus_t put_result(T* result, std::function<T()> work) {
    if (!add_number("result", result, sizeof(T), Operand::Use::kWrite)) return status_;
    waits_ = !on_device();
    return put([result, work = std::move(work)] { *result = work(); });
  }

 private:
  bool on_device() const { return settings_.pointer_mode == CUBLAS_POINTER_MODE_DEVICE; }
  /// False if the pointer is not what the handle's pointer mode says.
  bool add_number(const char* name, const void* pointer, std::size_t size, Operand::Use use);

  cublasContext settings_;
  cublasStatus_t status_ = CUBLAS_STATUS_SUCCESS;
  bool waits_ = false;
  std::vector<Operand> operands_;
};

}  // namespace simt

/// What every function of cuBLAS begins with.
#define SIMT_BLAS_CALL(handle) \
  SIMT_API_CALL;               \
  simt::BlasCall call(handle)
