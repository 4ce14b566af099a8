// Products of cuBLASLt: handles, and how the products are computed.
#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/api_call.h"
#include "base/error.h"
#include "base/process.h"
#include "cuda_runtime_api.h"
#include "libraries/blas/call.h"
#include "libraries/blas/cblas.h"
#include "libraries/blas/lt_problem.h"
#include "libraries/live_objects.h"
#include "memory/accessibility.h"

struct cublasLtContext {};

namespace simt {
namespace {

using Use = Operand::Use;

LiveObjects<cublasLtContext>& handles() { return process().part<LiveObjects<cublasLtContext>>(); }

bool is_live_lt_handle(cublasLtHandle_t handle) {
  return handles().contains(handle) || is_live_handle(reinterpret_cast<cublasHandle_t>(handle));
}

/// With the matrices' addresses, when the product's turn has come.
struct Pointers {
  const void *a, *b, *c;
  void* d;
};

void add_matrix(BlasCall& call, const char* name, Use use, const void* data,
                const LtLayout& layout) {
  call.add_matrix(name, use, data, static_cast<int>(layout.rows), static_cast<int>(layout.columns),
                  static_cast<int>(layout.leading), size_of(layout.number_type()), layout.batches,
                  layout.stride, layout.by_rows());
}

void add_operands(BlasCall& call, const LtProblem& p, const Pointers& at, bool reads_c) {
  add_matrix(call, "A", Use::kRead, at.a, p.a);
  add_matrix(call, "B", Use::kRead, at.b, p.b);
  const bool in_place = at.c == at.d;
  if (reads_c && !in_place) add_matrix(call, "C", Use::kRead, at.c, p.c);
  call.require(!reads_c || !in_place || (p.c.leading == p.d.leading && p.c.stride == p.d.stride),
               "C is D, and their layouts are not the same");
  add_matrix(call, "D", reads_c && in_place ? Use::kUpdate : Use::kWrite, at.d, p.d);
  if (p.keeps_aux()) add_matrix(call, "aux", Use::kWrite, p.product.aux, p.aux_layout());
  if (!p.has(CUBLASLT_EPILOGUE_BIAS) || !call.is_good()) return;
  Operand bias("bias", Use::kRead);
  const std::size_t size = size_of(p.d.number_type());
  for (int i = 0; i < (p.product.bias_stride == 0 ? 1 : p.d.batches); ++i) {
    bias.add(static_cast<const char*>(p.product.bias) +
                 i * p.product.bias_stride * static_cast<long long>(size),
             p.d.rows * size);
  }
  call.add(std::move(bias.describe(std::to_string(p.d.rows) + " numbers of " +
                                   std::to_string(size) + " bytes, one for each row of D")));
}

/// The columns of a matrix, or its rows, without gaps.
template <class T>
std::vector<T> lines_of(const void* data, const LtLayout& layout, int batch) {
  const auto length = static_cast<int>(layout.by_rows() ? layout.columns : layout.rows),
             lines = static_cast<int>(layout.by_rows() ? layout.rows : layout.columns),
             leading = static_cast<int>(layout.leading);
  if constexpr (std::is_same_v<T, float>) {
    return widened(data, batch * layout.stride, layout.number_type(), length, lines, leading);
  } else {
    std::vector<T> values;
    const T* line = static_cast<const T*>(data) + batch * layout.stride;
    for (int i = 0; i < lines; ++i, line += leading)
      values.insert(values.end(), line, line + length);
    return values;
  }
}

template <class T>
void store_lines(void* data, const LtLayout& layout, int batch, const std::vector<T>& values) {
  const auto length = static_cast<int>(layout.by_rows() ? layout.columns : layout.rows),
             lines = static_cast<int>(layout.by_rows() ? layout.rows : layout.columns),
             leading = static_cast<int>(layout.leading);
  if constexpr (std::is_same_v<T, float>) {
    narrow_to(data, batch * layout.stride, layout.number_type(), length, lines, leading, values);
  } else {
    T* line = static_cast<T*>(data) + batch * layout.stride;
    for (auto from = values.begin(); from != values.end(); from += length, line += leading) {
      std::copy(from, from + length, line);
    }
  }
}

template <class T>
T gelu(T x) {
  const T root = static_cast<T>(0.7978845608028654);  // of 2 / pi
  return x / 2 * (1 + std::tanh(root * (x + static_cast<T>(0.044715) * x * x * x)));
}

template <class T>
void finish(const LtProblem& p, int batch, std::vector<T>& values) {
  std::vector<T> bias;
  if (p.has(CUBLASLT_EPILOGUE_BIAS)) bias = lines_of<T>(p.product.bias, p.bias_layout(), batch);
  for (std::size_t i = 0; i < values.size() && !bias.empty(); ++i) {
    values[i] += bias[p.d.by_rows() ? i / p.d.columns : i % p.d.rows];
  }
  if (p.keeps_aux()) store_lines(p.product.aux, p.aux_layout(), batch, values);
  for (T& value : values) {
    if (p.has(CUBLASLT_EPILOGUE_RELU)) value = value < 0 ? T() : value;
    if (p.has(CUBLASLT_EPILOGUE_GELU)) value = gelu(value);
  }
}

template <class T>
void compute(const LtProblem& p, const Pointers& at, T alpha, T beta) {
  // lines of rows are the columns of the transposed matrix, and D's need the transposed product
  const auto transposed = [&](const LtLayout& layout, std::int32_t operation) {
    return (operation != CUBLAS_OP_N) != layout.by_rows() ? kTransposed : kAsItIs;
  };
  const auto other = [](CblasTranspose side) { return side == kAsItIs ? kTransposed : kAsItIs; };
  const auto leading = [](const LtLayout& layout) {
    return std::max(1, static_cast<int>(layout.by_rows() ? layout.columns : layout.rows));
  };
  const CblasTranspose side_a = transposed(p.a, p.product.transa),
                       side_b = transposed(p.b, p.product.transb);
  const auto m = static_cast<int>(p.d.rows), n = static_cast<int>(p.d.columns);
  const auto k = static_cast<int>(p.product.transa == CUBLAS_OP_N ? p.a.columns : p.a.rows);
  if (m == 0 || n == 0) return;
  for (int i = 0; i < p.d.batches; ++i) {
    const std::vector<T> a = lines_of<T>(at.a, p.a, i), b = lines_of<T>(at.b, p.b, i);
    std::vector<T> d(p.d.rows * p.d.columns);
    if (beta != 0) d = lines_of<T>(at.c, p.c, i);
    if (p.d.by_rows()) {
      cblas<T>().gemm(kColumns, other(side_b), other(side_a), n, m, k, alpha, b.data(),
                      leading(p.b), a.data(), leading(p.a), beta, d.data(), n);
    } else {
      cblas<T>().gemm(kColumns, side_a, side_b, m, n, k, alpha, a.data(), leading(p.a), b.data(),
                      leading(p.b), beta, d.data(), m);
    }
    finish(p, i, d);
    store_lines(at.d, p.d, i, d);
  }
}

/// @tparam Number of alpha and beta
/// @tparam T of the sums
template <class Number, class T>
cublasStatus_t put(BlasCall& call, const LtProblem& p, const Pointers& at, const void* alpha,
                   const void* beta) {
  const auto factor = call.add_scalar("alpha", static_cast<const Number*>(alpha));
  const auto share = call.add_scalar("beta", static_cast<const Number*>(beta));
  add_operands(call, p, at, !share.may_be_zero());
  return call.put([=] {
    if constexpr (std::is_same_v<Number, HalfBits>) {
      compute<T>(p, at, as_float(factor.value()), as_float(share.value()));
    } else {
      compute<T>(p, at, factor.value(), share.value());
    }
  });
}

}  // namespace
}  // namespace simt

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  SIMT_API_CALL;
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = nullptr;
  if (simt::device_error() != cudaSuccess) return CUBLAS_STATUS_NOT_INITIALIZED;
  simt::load_blas();
  *handle = simt::handles().make();
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  SIMT_API_CALL;
  if (!simt::handles().destroy(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
  return CUBLAS_STATUS_SUCCESS;
}

std::size_t cublasLtGetVersion() { return CUBLAS_VERSION; }
std::size_t cublasLtGetCudartVersion() { return CUDART_VERSION; }
cublasStatus_t cublasLtGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr || type > PATCH_LEVEL) return CUBLAS_STATUS_INVALID_VALUE;
  *value = type == MAJOR_VERSION   ? CUBLAS_VER_MAJOR
           : type == MINOR_VERSION ? CUBLAS_VER_MINOR
                                   : CUBLAS_VER_PATCH;
  return CUBLAS_STATUS_SUCCESS;
}
const char* cublasLtGetStatusName(cublasStatus_t status) { return cublasGetStatusName(status); }
const char* cublasLtGetStatusString(cublasStatus_t status) { return cublasGetStatusString(status); }

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(
    cublasLtHandle_t handle, cublasLtMatmulDesc_t product, cublasLtMatrixLayout_t layoutA,
    cublasLtMatrixLayout_t layoutB, cublasLtMatrixLayout_t layoutC, cublasLtMatrixLayout_t layoutD,
    cublasLtMatmulPreference_t preference, int requested, cublasLtMatmulHeuristicResult_t results[],
    int* count) {
  SIMT_API_CALL;
  simt::BlasCall call{cublasContext{}};
  if (count != nullptr) *count = 0;
  call.require_handle(simt::is_live_lt_handle(handle), "cublasLtCreate");
  simt::LtPreference ignored;
  call.require(simt::read_descriptor(preference, ignored),
               "its preference is none that was created, or is destroyed");
  call.require(requested > 0 && results != nullptr && count != nullptr,
               "there is no place for a result");
  simt::problem_of(call, product, layoutA, layoutB, layoutC, layoutD);
  if (!call.is_good()) return call.status();
  results[0] = {};
  results[0].wavesCount = 1;
  *count = 1;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t product,
                              const void* alpha, const void* A, cublasLtMatrixLayout_t layoutA,
                              const void* B, cublasLtMatrixLayout_t layoutB, const void* beta,
                              const void* C, cublasLtMatrixLayout_t layoutC, void* D,
                              cublasLtMatrixLayout_t layoutD, const cublasLtMatmulAlgo_t*,
                              void* workspace, std::size_t workspaceBytes, cudaStream_t stream) {
  SIMT_API_CALL;
  simt::LtProduct said;
  const bool on_device =
      simt::read_descriptor(product, said) && said.pointer_mode == CUBLASLT_POINTER_MODE_DEVICE;
  simt::BlasCall call(
      cublasContext{stream, on_device ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST});
  call.require_handle(simt::is_live_lt_handle(handle), "cublasLtCreate");
  const simt::LtProblem problem =
      simt::problem_of(call, product, layoutA, layoutB, layoutC, layoutD);
  call.require(
      workspace == nullptr || workspaceBytes == 0 ||
          simt::is_device_accessible(workspace, workspaceBytes),
      "the workspace is not " + std::to_string(workspaceBytes) + " bytes in memory of the device");
  if (!call.is_good()) return call.status();
  const simt::Pointers at{A, B, C, D};
  switch (problem.scale()) {
    case CUDA_R_64F:
      return simt::put<double, double>(call, problem, at, alpha, beta);
    case CUDA_R_16F:
      return simt::put<simt::HalfBits, float>(call, problem, at, alpha, beta);
    default:
      return simt::put<float, float>(call, problem, at, alpha, beta);
  }
}
