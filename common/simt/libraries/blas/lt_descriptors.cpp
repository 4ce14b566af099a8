// Descriptors of cuBLASLt, and their attributes.
#include "libraries/blas/lt_descriptors.h"

#include <atomic>
#include <cstring>
#include <string>

#include "base/api_call.h"
#include "libraries/blas/call.h"

namespace simt {
namespace {

/// Where a descriptor has an attribute.
struct Place {
  void* data = nullptr;
  std::size_t size = 0;
};
template <class T>
Place place(T& member) {
  return {&member, sizeof member};
}

Place find(LtLayout& layout, cublasLtMatrixLayoutAttribute_t attribute) {
  switch (attribute) {
    case CUBLASLT_MATRIX_LAYOUT_TYPE:
      return place(layout.type);
    case CUBLASLT_MATRIX_LAYOUT_ORDER:
      return place(layout.order);
    case CUBLASLT_MATRIX_LAYOUT_ROWS:
      return place(layout.rows);
    case CUBLASLT_MATRIX_LAYOUT_COLS:
      return place(layout.columns);
    case CUBLASLT_MATRIX_LAYOUT_LD:
      return place(layout.leading);
    case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT:
      return place(layout.batches);
    case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET:
      return place(layout.stride);
    case CUBLASLT_MATRIX_LAYOUT_BATCH_MODE:
      return place(layout.batch_mode);
    default:
      return {};
  }
}

Place find(LtProduct& product, cublasLtMatmulDescAttributes_t attribute) {
  switch (attribute) {
    case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE:
      return place(product.compute);
    case CUBLASLT_MATMUL_DESC_SCALE_TYPE:
      return place(product.scale);
    case CUBLASLT_MATMUL_DESC_POINTER_MODE:
      return place(product.pointer_mode);
    case CUBLASLT_MATMUL_DESC_TRANSA:
      return place(product.transa);
    case CUBLASLT_MATMUL_DESC_TRANSB:
      return place(product.transb);
    case CUBLASLT_MATMUL_DESC_TRANSC:
      return place(product.transc);
    case CUBLASLT_MATMUL_DESC_FILL_MODE:
      return place(product.fill_mode);
    case CUBLASLT_MATMUL_DESC_EPILOGUE:
      return place(product.epilogue);
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
      return place(product.bias);
    case CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE:
      return place(product.bias_stride);
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
      return place(product.bias_type);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER:
      return place(product.aux);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD:
      return place(product.aux_leading);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE:
      return place(product.aux_stride);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE:
      return place(product.aux_type);
    case CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET:
      return place(product.processors);
    case CUBLASLT_MATMUL_DESC_FAST_ACCUM:
      return place(product.fast_sums);
    default:
      return {};
  }
}

Place find(LtPreference& preference, cublasLtMatmulPreferenceAttributes_t attribute) {
  switch (attribute) {
    case CUBLASLT_MATMUL_PREF_SEARCH_MODE:
      return place(preference.search);
    case CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES:
      return place(preference.workspace);
    case CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK:
      return place(preference.reductions);
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES:
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES:
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES:
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES:
      return place(preference.alignments[attribute - CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES]);
    case CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT:
      return place(preference.waves);
    case CUBLASLT_MATMUL_PREF_IMPL_MASK:
      return place(preference.implementations);
    default:
      return {};
  }
}

constexpr char kNotCreated[] = "its descriptor is none that was created, or is destroyed";

template <class T>
cublasStatus_t init(typename T::Opaque* descriptor, const T& content) {
  BlasCall call{cublasContext{}};
  call.require(descriptor != nullptr, "its descriptor is a null pointer");
  if (call.is_good()) std::memcpy(descriptor, &content, sizeof content);
  return call.status();
}

template <class T>
cublasStatus_t create(typename T::Opaque** descriptor, const T& content) {
  if (descriptor == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *descriptor = new typename T::Opaque{};
  return init<T>(*descriptor, content);
}

template <class T>
cublasStatus_t destroy(typename T::Opaque* descriptor) {
  BlasCall call{cublasContext{}};
  T content;
  call.require(descriptor == nullptr || read_descriptor(descriptor, content), kNotCreated);
  if (!call.is_good() || descriptor == nullptr) return call.status();
  content.kind = 0;  // the next use of it is reported
  std::memcpy(static_cast<void*>(descriptor), &content, sizeof content);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  delete descriptor;
  return CUBLAS_STATUS_SUCCESS;
}

/// The attribute's place in `content`, a copy of the descriptor's.
template <class T, class Attribute>
Place checked(BlasCall& call, const typename T::Opaque* descriptor, T& content, Attribute attribute,
              const void* value, std::size_t size, bool asks_for_size) {
  call.require(read_descriptor(descriptor, content), kNotCreated);
  const Place found = find(content, attribute);
  call.require_supported(
      found.data != nullptr,
      "the CPU backend has no attribute " + std::to_string(static_cast<int>(attribute)) + " of it");
  if (asks_for_size) return found;
  call.require(value != nullptr, "the value is a null pointer");
  call.require(size == found.size, "the attribute has " + std::to_string(found.size) +
                                       " bytes, and the call says " + std::to_string(size));
  return found;
}

template <class T, class Attribute>
cublasStatus_t set(typename T::Opaque* descriptor, Attribute attribute, const void* value,
                   std::size_t size) {
  BlasCall call{cublasContext{}};
  T content;
  const Place found = checked(call, descriptor, content, attribute, value, size, false);
  if (!call.is_good()) return call.status();
  std::memcpy(found.data, value, size);
  std::memcpy(static_cast<void*>(descriptor), &content, sizeof content);
  return CUBLAS_STATUS_SUCCESS;
}

template <class T, class Attribute>
cublasStatus_t get(const typename T::Opaque* descriptor, Attribute attribute, void* value,
                   std::size_t size, std::size_t* written) {
  BlasCall call{cublasContext{}};
  T content;
  const bool asks_for_size = size == 0 && written != nullptr;
  const Place found = checked(call, descriptor, content, attribute, value, size, asks_for_size);
  if (!call.is_good()) return call.status();
  if (written != nullptr) *written = found.size;
  if (!asks_for_size) std::memcpy(value, found.data, size);
  return CUBLAS_STATUS_SUCCESS;
}

LtLayout layout_of(cudaDataType type, std::uint64_t rows, std::uint64_t columns,
                   std::int64_t leading) {
  LtLayout layout;
  layout.type = static_cast<std::uint32_t>(type);
  layout.rows = rows;
  layout.columns = columns;
  layout.leading = leading;
  return layout;
}

LtProduct product_of(cublasComputeType_t compute, cudaDataType scale) {
  LtProduct product;
  product.compute = compute;
  product.scale = scale;
  return product;
}

}  // namespace
}  // namespace simt

cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t layout, cudaDataType type,
                                        std::uint64_t rows, std::uint64_t columns,
                                        std::int64_t leading) {
  SIMT_API_CALL;
  return simt::init(layout, simt::layout_of(type, rows, columns, leading));
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type,
                                          std::uint64_t rows, std::uint64_t columns,
                                          std::int64_t leading) {
  SIMT_API_CALL;
  return simt::create(layout, simt::layout_of(type, rows, columns, leading));
}
cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t product, cublasComputeType_t compute,
                                      cudaDataType scale) {
  SIMT_API_CALL;
  return simt::init(product, simt::product_of(compute, scale));
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* product, cublasComputeType_t compute,
                                        cudaDataType scale) {
  SIMT_API_CALL;
  return simt::create(product, simt::product_of(compute, scale));
}
cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t preference) {
  SIMT_API_CALL;
  return simt::init(preference, simt::LtPreference());
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
  SIMT_API_CALL;
  return simt::create(preference, simt::LtPreference());
}

#define SIMT_LT_OBJECT(Object, Content, Attributes)                                                \
  cublasStatus_t cublasLt##Object##Destroy(cublasLt##Object##_t object) {                          \
    SIMT_API_CALL;                                                                                 \
    return simt::destroy<simt::Content>(object);                                                   \
  }                                                                                                \
  cublasStatus_t cublasLt##Object##SetAttribute(cublasLt##Object##_t object, Attributes attribute, \
                                                const void* value, std::size_t size) {             \
    SIMT_API_CALL;                                                                                 \
    return simt::set<simt::Content>(object, attribute, value, size);                               \
  }                                                                                                \
  cublasStatus_t cublasLt##Object##GetAttribute(cublasLt##Object##_t object, Attributes attribute, \
                                                void* value, std::size_t size,                     \
                                                std::size_t* written) {                            \
    SIMT_API_CALL;                                                                                 \
    return simt::get<simt::Content>(object, attribute, value, size, written);                      \
  }
SIMT_LT_OBJECT(MatrixLayout, LtLayout, cublasLtMatrixLayoutAttribute_t)
SIMT_LT_OBJECT(MatmulDesc, LtProduct, cublasLtMatmulDescAttributes_t)
SIMT_LT_OBJECT(MatmulPreference, LtPreference, cublasLtMatmulPreferenceAttributes_t)
