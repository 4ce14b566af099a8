/// @file
/// @ingroup simt_libraries
/// A product of cuBLASLt, as its descriptors say it.
#pragma once

#include "libraries/blas/call.h"
#include "libraries/blas/lt_descriptors.h"
#include "libraries/blas/small_numbers.h"

namespace simt {

struct LtProblem {
  LtProduct product;
  LtLayout a, b, c, d;

  bool has(cublasLtEpilogue_t part) const { return (product.epilogue & part) != 0; }
  /// Of alpha and beta.
  cudaDataType scale() const {
    return scale_type(static_cast<cublasComputeType_t>(product.compute));
  }
};

/// Takes what the descriptors say; the call refuses what does not go together, and what the model does not have.
LtProblem problem_of(BlasCall& call, cublasLtMatmulDesc_t product, cublasLtMatrixLayout_t a,
                     cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d);

}  // namespace simt
