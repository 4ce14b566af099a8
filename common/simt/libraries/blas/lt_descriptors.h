/// @file
/// @ingroup simt_libraries
/// What the descriptors of cuBLASLt keep.
#pragma once

#include <cstdint>
#include <cstring>

#include "cublasLt.h"

namespace simt {

// Each ends with what it is, so that it is known for one: the first bytes of freed memory change.

struct LtLayout {
  static constexpr std::uint64_t kKind = 0x6c61796f75740001;
  using Opaque = cublasLtMatrixLayoutOpaque_t;

  std::uint64_t rows = 0, columns = 0;
  std::int64_t leading = 0, stride = 0;
  std::uint32_t type = CUDA_R_32F, batch_mode = CUBLASLT_BATCH_MODE_STRIDED;
  std::int32_t order = CUBLASLT_ORDER_COL, batches = 1;
  std::uint64_t kind = kKind;

  cudaDataType number_type() const { return static_cast<cudaDataType>(type); }
  bool by_rows() const { return order == CUBLASLT_ORDER_ROW; }
};

struct LtProduct {
  static constexpr std::uint64_t kKind = 0x70726f6475637402;
  using Opaque = cublasLtMatmulDescOpaque_t;

  const void* bias = nullptr;
  void* aux = nullptr;
  std::int64_t bias_stride = 0, aux_leading = 0, aux_stride = 0;
  std::int32_t compute = CUBLAS_COMPUTE_32F, scale = CUDA_R_32F;
  std::int32_t pointer_mode = CUBLASLT_POINTER_MODE_HOST;
  std::int32_t transa = CUBLAS_OP_N, transb = CUBLAS_OP_N, transc = CUBLAS_OP_N;
  std::int32_t fill_mode = CUBLAS_FILL_MODE_FULL, bias_type = -1, aux_type = -1, processors = 0;
  std::uint32_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  std::int8_t fast_sums = 0;
  std::uint64_t kind = kKind;
};

struct LtPreference {
  static constexpr std::uint64_t kKind = 0x7072656665720003;
  using Opaque = cublasLtMatmulPreferenceOpaque_t;

  std::uint64_t workspace = 0, implementations = ~std::uint64_t{0};
  std::uint32_t search = CUBLASLT_SEARCH_BEST_FIT, reductions = CUBLASLT_REDUCTION_SCHEME_MASK;
  std::uint32_t alignments[4] = {256, 256, 256, 256};
  float waves = 0;
  std::uint64_t kind = kKind;
};

/// False if it was not created, or is destroyed. @param into receives its contents
template <class T>
bool read_descriptor(const typename T::Opaque* descriptor, T& into) {
  static_assert(sizeof(T) <= sizeof(typename T::Opaque));
  if (descriptor == nullptr) return false;
  std::memcpy(static_cast<void*>(&into), descriptor, sizeof into);
  return into.kind == T::kKind;
}

}  // namespace simt
