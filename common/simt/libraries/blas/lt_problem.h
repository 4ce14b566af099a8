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
  bool keeps_aux() const { return product.epilogue >= CUBLASLT_EPILOGUE_GELU_AUX; }
  /// Of the vector for the rows of D, and of the matrix that keeps what GELU is of.
  LtLayout bias_layout() const;
  LtLayout aux_layout() const;
  /// Of alpha and beta.
  cudaDataType scale() const {
    return scale_type(static_cast<cublasComputeType_t>(product.compute));
  }
};

/// Takes what the descriptors say; the call refuses what does not go together, and what the model does not have.
LtProblem problem_of(BlasCall& call, cublasLtMatmulDesc_t product, cublasLtMatrixLayout_t a,
                     cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d);

}  // namespace simt
