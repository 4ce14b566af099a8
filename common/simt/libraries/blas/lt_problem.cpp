#include "libraries/blas/lt_problem.h"

#include <climits>
#include <string>

namespace simt {
namespace {

std::string shape_in_words(const char* name, std::uint64_t rows, std::uint64_t columns) {
  return std::string(name) + " is " + std::to_string(rows) + " x " + std::to_string(columns);
}

void check_layout(BlasCall& call, const char* name, const LtLayout& layout, int batches) {
  call.require_supported(layout.rows <= INT_MAX && layout.columns <= INT_MAX &&
                             layout.leading <= INT_MAX && layout.leading >= INT_MIN,
                         shape_in_words(name, layout.rows, layout.columns) + ": too large");
  call.require_supported(
      layout.order == CUBLASLT_ORDER_COL || layout.order == CUBLASLT_ORDER_ROW,
      std::string(
          "the CPU backend has CUBLASLT_ORDER_COL and CUBLASLT_ORDER_ROW, not the order of ") +
          name);
  call.require_supported(layout.batch_mode == CUBLASLT_BATCH_MODE_STRIDED,
                         "the CPU backend has batches by stride, not by arrays of addresses");
  call.require(layout.batches == batches, std::string("the batch of ") + name + " has " +
                                              std::to_string(layout.batches) +
                                              " matrices, that of D " + std::to_string(batches));
  if (!call.is_good()) return;
  call.require_leading(name, static_cast<int>(layout.by_rows() ? layout.columns : layout.rows),
                       layout.leading, layout.by_rows());
}

void check_sizes(BlasCall& call, const LtProblem& p) {
  const bool a_as_is = p.product.transa == CUBLAS_OP_N, b_as_is = p.product.transb == CUBLAS_OP_N;
  const std::uint64_t m = a_as_is ? p.a.rows : p.a.columns, k = a_as_is ? p.a.columns : p.a.rows,
                      n = b_as_is ? p.b.columns : p.b.rows;
  const std::string factors =
      shape_in_words(a_as_is ? "A" : "A, transposed,", m, k) + ", " +
      shape_in_words(b_as_is ? "B" : "B, transposed,", b_as_is ? p.b.rows : p.b.columns, n);
  call.require(k == (b_as_is ? p.b.rows : p.b.columns), factors);
  call.require(p.d.rows == m && p.d.columns == n,
               factors + ", and " + shape_in_words("D", p.d.rows, p.d.columns));
  call.require(p.c.rows == m && p.c.columns == n,
               factors + ", and " + shape_in_words("C", p.c.rows, p.c.columns));
}

bool has_epilogue(std::uint32_t epilogue) {
  switch (epilogue) {
    case CUBLASLT_EPILOGUE_DEFAULT:
    case CUBLASLT_EPILOGUE_BIAS:
    case CUBLASLT_EPILOGUE_RELU:
    case CUBLASLT_EPILOGUE_RELU_BIAS:
    case CUBLASLT_EPILOGUE_GELU:
    case CUBLASLT_EPILOGUE_GELU_BIAS:
    case CUBLASLT_EPILOGUE_GELU_AUX:
    case CUBLASLT_EPILOGUE_GELU_AUX_BIAS:
      return true;
    default:
      return false;
  }
}

void check(BlasCall& call, const LtProblem& p) {
  const LtProduct& product = p.product;
  call.require_supported(has_products(static_cast<cublasComputeType_t>(product.compute),
                                      p.a.number_type(), p.b.number_type(), p.c.number_type()) &&
                             p.d.type == p.c.type,
                         std::string(kProductsInWords) + ", and C and D of one type");
  call.require_supported(product.scale == static_cast<std::int32_t>(p.scale()),
                         "the scale type, that of alpha and beta, is not that of the sums");
  call.require_supported(product.pointer_mode == CUBLASLT_POINTER_MODE_HOST ||
                             product.pointer_mode == CUBLASLT_POINTER_MODE_DEVICE,
                         "the CPU backend has no vectors of alphas");
  call.require_supported(
      has_epilogue(product.epilogue),
      "the CPU backend has the epilogues BIAS, RELU, GELU and GELU_AUX, and none that keep where "
      "RELU is 0 or compute gradients: write these as kernels");
  call.require_transpose("transa", static_cast<cublasOperation_t>(product.transa));
  call.require_transpose("transb", static_cast<cublasOperation_t>(product.transb));
  call.require_supported(
      product.transc == CUBLAS_OP_N && product.fill_mode == CUBLAS_FILL_MODE_FULL,
      "the CPU backend neither transposes C nor computes triangles");
  check_layout(call, "A", p.a, p.d.batches);
  check_layout(call, "B", p.b, p.d.batches);
  check_layout(call, "C", p.c, p.d.batches);
  check_layout(call, "D", p.d, p.d.batches);
  check_sizes(call, p);
  call.require_supported(p.c.order == p.d.order, "C and D are not of one order");
  const auto is_type_of_d = [&](std::int32_t type) {
    return type == -1 || type == static_cast<std::int32_t>(p.d.type);
  };
  call.require_supported(!p.has(CUBLASLT_EPILOGUE_BIAS) || is_type_of_d(product.bias_type),
                         "the CPU backend has biases of the type of D");
  if (!p.keeps_aux() || !call.is_good()) return;
  call.require_supported(is_type_of_d(product.aux_type) && !p.d.by_rows(),
                         "the CPU backend keeps auxiliary matrices of the type of D, by columns");
  call.require(product.aux_leading % 8 == 0, "the leading dimension of aux is " +
                                                 std::to_string(product.aux_leading) +
                                                 ", no multiple of 8");
  call.require_leading("aux", static_cast<int>(p.d.rows), product.aux_leading);
}

}  // namespace

LtLayout LtProblem::bias_layout() const {
  LtLayout layout = d;
  layout.order = CUBLASLT_ORDER_COL;
  layout.columns = 1;
  layout.leading = static_cast<std::int64_t>(d.rows);
  layout.stride = product.bias_stride;
  return layout;
}

LtLayout LtProblem::aux_layout() const {
  LtLayout layout = d;
  layout.leading = product.aux_leading;
  layout.stride = product.aux_stride;
  return layout;
}

LtProblem problem_of(BlasCall& call, cublasLtMatmulDesc_t product, cublasLtMatrixLayout_t a,
                     cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d) {
  LtProblem p;
  call.require(read_descriptor(product, p.product),
               "the descriptor of the product is none that was created, or is destroyed");
  const auto read = [&](const char* name, cublasLtMatrixLayout_t layout, LtLayout& into) {
    call.require(read_descriptor(layout, into), std::string("the layout of ") + name +
                                                    " is none that was created, or is destroyed");
  };
  read("A", a, p.a);
  read("B", b, p.b);
  read("C", c, p.c);
  read("D", d, p.d);
  check(call, p);
  return p;
}

}  // namespace simt
