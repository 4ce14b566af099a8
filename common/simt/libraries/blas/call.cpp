#include "libraries/blas/call.h"

#include <cstdlib>
#include <string_view>
#include <utility>

#include "base/api_call.h"
#include "base/error.h"
#include "base/symbols.h"
#include "base/warning.h"
#include "memory/accessibility.h"

namespace simt {
namespace {

void warn_of_fault(const std::string& fault) {
  const CallSite& call = ApiCall::current();
  warn_once("cuBLAS", call.site, [&] {
    return std::string(call.function) + "() does nothing: " + fault + "\n  at      " +
           source_line(call.site) + "\n  advice  look at what every function of cuBLAS returns\n";
  });
}

}  // namespace

BlasCall::BlasCall(cublasHandle_t handle) {
  require_handle(is_live_handle(handle), "cublasCreate");
  if (!is_good()) return;
  settings_ = *handle;
  if (device_error() != cudaSuccess) status_ = CUBLAS_STATUS_EXECUTION_FAILED;
}

void BlasCall::require_handle(bool is_live, const char* made_by) {
  require(is_live,
          std::string("its handle is none that ") + made_by + " has made, or is destroyed");
  if (!is_live) status_ = CUBLAS_STATUS_NOT_INITIALIZED;
}

void BlasCall::require(bool holds, const std::string& fault) {
  if (holds || !is_good()) return;
  status_ = CUBLAS_STATUS_INVALID_VALUE;
  warn_of_fault(fault);
}

void BlasCall::require_supported(bool holds, const std::string& fault) {
  if (holds || !is_good()) return;
  require(false, fault);
  status_ = CUBLAS_STATUS_NOT_SUPPORTED;
}

void BlasCall::require_size(const char* name, int size) {
  require(size >= 0, std::string(name) + " is " + std::to_string(size));
}

void BlasCall::require_transpose(const char* name, cublasOperation_t operation) {
  require(operation >= CUBLAS_OP_N && operation <= CUBLAS_OP_C,
          std::string(name) + " is no CUBLAS_OP_N, CUBLAS_OP_T or CUBLAS_OP_C");
}

void BlasCall::add_vector(const char* name, Operand::Use use, const void* data, int n,
                          int increment, std::size_t size) {
  if (!is_good() || n <= 0) return;
  const auto pitch = static_cast<std::size_t>(std::abs(increment)) * size;
  Operand operand(name, use);
  operand.add(data, size, increment == 0 ? 1 : static_cast<std::size_t>(n), pitch);
  operand.describe(std::to_string(n) + " numbers of " + std::to_string(size) +
                   " bytes, increment " + std::to_string(increment));
  add(std::move(operand));
}

void BlasCall::require_leading(const char* name, int rows, long long leading, bool by_rows) {
  require(leading >= (rows > 1 ? rows : 1),
          std::string("the leading dimension of ") + name + " is " + std::to_string(leading) +
              (by_rows ? ", and its rows have " : ", and its columns have ") +
              std::to_string(rows) + (by_rows ? " columns" : " rows"));
}

void BlasCall::add_triangle(const char* name, const void* data, bool is_upper, int rows,
                            int leading, std::size_t size) {
  require_leading(name, rows, leading);
  if (!is_good() || rows <= 0) return;
  Operand operand(name, Operand::Use::kRead);
  for (int column = 0; column < rows; ++column) {
    const int first = is_upper ? 0 : column, end = is_upper ? column + 1 : rows;
    const std::size_t at = static_cast<std::size_t>(column) * static_cast<std::size_t>(leading) +
                           static_cast<std::size_t>(first);
    operand.add(static_cast<const char*>(data) + at * size,
                static_cast<std::size_t>(end - first) * size);
  }
  operand.describe(std::string(is_upper ? "the upper" : "the lower") + " triangle of " +
                   std::to_string(rows) + " x " + std::to_string(rows) + " numbers of " +
                   std::to_string(size) + " bytes, leading dimension " + std::to_string(leading));
  add(std::move(operand));
}

void BlasCall::add_matrix(const char* name, Operand::Use use, const void* data, int rows,
                          int columns, int leading, std::size_t size, int batches, long long stride,
                          bool by_rows) {
  const int length = by_rows ? columns : rows, lines = by_rows ? rows : columns;
  require_leading(name, length, leading, by_rows);
  if (!is_good() || rows <= 0 || columns <= 0) return;
  Operand operand(name, use);
  for (int i = 0; i < batches; ++i) {
    operand.add(static_cast<const char*>(data) + i * stride * static_cast<long long>(size),
                static_cast<std::size_t>(length) * size, static_cast<std::size_t>(lines),
                static_cast<std::size_t>(leading) * size);
  }
  operand.describe((batches == 1 ? "" : std::to_string(batches) + " times ") +
                   std::to_string(rows) + " x " + std::to_string(columns) + " numbers of " +
                   std::to_string(size) + (by_rows ? " bytes by rows" : " bytes") +
                   ", leading dimension " + std::to_string(leading));
  add(std::move(operand));
}

bool BlasCall::add_number(const char* name, const void* pointer, std::size_t size,
                          Operand::Use use) {
  require(pointer != nullptr, std::string(name) + " is a null pointer");
  if (!is_good()) return false;
  if (on_device()) {
    Operand operand(name, use);
    operand.add(pointer, size).describe("a number, as pointer mode is CUBLAS_POINTER_MODE_DEVICE");
    add(std::move(operand));
    return true;
  }
  if (accessibility_of(pointer, size) != Accessibility::kDevice) return true;
  const CallSite& call = ApiCall::current();
  const bool is_lt = std::string_view(call.function).substr(0, 8) == "cublasLt";
  kernel_failed(
      {cudaErrorIllegalAddress,
       std::string("simt: ") + call.function + "() is given memory of the device as " + name +
           ", in pointer mode CUBLAS_POINTER_MODE_HOST\n  at      " + source_line(call.site) +
           "\n  advice  give it a variable of the host, or " +
           (is_lt ? "set CUBLASLT_MATMUL_DESC_POINTER_MODE to CUBLASLT_POINTER_MODE_DEVICE"
                  : "call cublasSetPointerMode with CUBLAS_POINTER_MODE_DEVICE") +
           " before\n"});
  status_ = CUBLAS_STATUS_EXECUTION_FAILED;
  return false;
}

cublasStatus_t BlasCall::put(std::function<void()> work) {
  if (!is_good()) return status_;
  if (!put_library_call(settings_.stream, std::move(operands_), std::move(work), waits_)) {
    status_ = CUBLAS_STATUS_EXECUTION_FAILED;
  }
  return status_;
}

}  // namespace simt
