/// @file
/// cuBLASLt: one product of matrices with what follows it, told by descriptors; computed by the system's BLAS.
#pragma once

#include "simt/users_macros_away.inc"

#include <cstddef>
#include <cstdint>

#include "cublas_api.h"

/// What cublasCreate makes is such a handle, too, after a cast.
typedef struct cublasLtContext* cublasLtHandle_t;

// Programs may have these as variables, and call the functions that end in Init.
typedef struct {
  std::uint64_t data[8];
} cublasLtMatrixLayoutOpaque_t;
typedef struct {
  std::uint64_t data[32];
} cublasLtMatmulDescOpaque_t;
typedef struct {
  std::uint64_t data[8];
} cublasLtMatmulPreferenceOpaque_t;
typedef cublasLtMatrixLayoutOpaque_t* cublasLtMatrixLayout_t;
typedef cublasLtMatmulDescOpaque_t* cublasLtMatmulDesc_t;
typedef cublasLtMatmulPreferenceOpaque_t* cublasLtMatmulPreference_t;

typedef struct {
  std::uint64_t data[8];
} cublasLtMatmulAlgo_t;
typedef struct {
  cublasLtMatmulAlgo_t algo;
  std::size_t workspaceSize;
  cublasStatus_t state;
  float wavesCount;
  int reserved[4];
} cublasLtMatmulHeuristicResult_t;

typedef enum {
  CUBLASLT_ORDER_COL = 0,
  CUBLASLT_ORDER_ROW = 1,
  CUBLASLT_ORDER_COL32 = 2,
  CUBLASLT_ORDER_COL4_4R2_8C = 3,
  CUBLASLT_ORDER_COL32_2R_4R4 = 4
} cublasLtOrder_t;
typedef enum {
  CUBLASLT_BATCH_MODE_STRIDED = 0,
  CUBLASLT_BATCH_MODE_POINTER_ARRAY = 1
} cublasLtBatchMode_t;
typedef enum {
  CUBLASLT_MATRIX_LAYOUT_TYPE = 0,                  ///< uint32_t: cudaDataType
  CUBLASLT_MATRIX_LAYOUT_ORDER = 1,                 ///< int32_t: cublasLtOrder_t
  CUBLASLT_MATRIX_LAYOUT_ROWS = 2,                  ///< uint64_t
  CUBLASLT_MATRIX_LAYOUT_COLS = 3,                  ///< uint64_t
  CUBLASLT_MATRIX_LAYOUT_LD = 4,                    ///< int64_t
  CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 5,           ///< int32_t
  CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 6,  ///< int64_t, in elements
  CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET = 7,
  CUBLASLT_MATRIX_LAYOUT_BATCH_MODE = 8
} cublasLtMatrixLayoutAttribute_t;

typedef enum {
  CUBLASLT_POINTER_MODE_HOST = CUBLAS_POINTER_MODE_HOST,
  CUBLASLT_POINTER_MODE_DEVICE = CUBLAS_POINTER_MODE_DEVICE,
  CUBLASLT_POINTER_MODE_DEVICE_VECTOR = 2,
  CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO = 3,
  CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST = 4
} cublasLtPointerMode_t;
typedef enum {
  CUBLASLT_EPILOGUE_DEFAULT = 1,
  CUBLASLT_EPILOGUE_RELU = 2,
  CUBLASLT_EPILOGUE_BIAS = 4,
  CUBLASLT_EPILOGUE_RELU_BIAS = 2 | 4,
  CUBLASLT_EPILOGUE_GELU = 32,  ///< by way of the hyperbolic tangent
  CUBLASLT_EPILOGUE_GELU_BIAS = 32 | 4,
  CUBLASLT_EPILOGUE_RELU_AUX = 2 | 128,
  CUBLASLT_EPILOGUE_RELU_AUX_BIAS = 2 | 4 | 128,
  CUBLASLT_EPILOGUE_DRELU = 8 | 128,
  CUBLASLT_EPILOGUE_DRELU_BGRAD = 8 | 16 | 128,
  CUBLASLT_EPILOGUE_GELU_AUX = 32 | 128,
  CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 32 | 4 | 128,
  CUBLASLT_EPILOGUE_DGELU = 64 | 128,
  CUBLASLT_EPILOGUE_DGELU_BGRAD = 64 | 16 | 128,
  CUBLASLT_EPILOGUE_BGRADA = 256,
  CUBLASLT_EPILOGUE_BGRADB = 512
} cublasLtEpilogue_t;
typedef enum {
  CUBLASLT_MATMUL_DESC_COMPUTE_TYPE = 0,  ///< int32_t: cublasComputeType_t
  CUBLASLT_MATMUL_DESC_SCALE_TYPE = 1,    ///< int32_t: cudaDataType, of alpha and beta
  CUBLASLT_MATMUL_DESC_POINTER_MODE = 2,  ///< int32_t: cublasLtPointerMode_t
  CUBLASLT_MATMUL_DESC_TRANSA = 3,        ///< int32_t: cublasOperation_t
  CUBLASLT_MATMUL_DESC_TRANSB = 4,        ///< int32_t: cublasOperation_t
  CUBLASLT_MATMUL_DESC_TRANSC = 5,        ///< int32_t: CUBLAS_OP_N
  CUBLASLT_MATMUL_DESC_FILL_MODE = 6,     ///< int32_t
  CUBLASLT_MATMUL_DESC_EPILOGUE = 7,      ///< uint32_t: cublasLtEpilogue_t
  CUBLASLT_MATMUL_DESC_BIAS_POINTER = 8,  ///< a number for each row of D, in memory of the device
  CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE = 10,  ///< int64_t
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER = 11,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD = 12,            ///< int64_t
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE = 13,  ///< int64_t
  CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE = 14,
  CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET = 15,  ///< int32_t
  CUBLASLT_MATMUL_DESC_A_SCALE_POINTER = 17,
  CUBLASLT_MATMUL_DESC_B_SCALE_POINTER = 18,
  CUBLASLT_MATMUL_DESC_C_SCALE_POINTER = 19,
  CUBLASLT_MATMUL_DESC_D_SCALE_POINTER = 20,
  CUBLASLT_MATMUL_DESC_AMAX_D_POINTER = 21,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE = 22,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER = 23,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER = 24,
  CUBLASLT_MATMUL_DESC_FAST_ACCUM = 25,      ///< int8_t
  CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 26,  ///< int32_t: cudaDataType, or -1 for that of D
  CUBLASLT_MATMUL_DESC_A_SCALE_MODE = 31,
  CUBLASLT_MATMUL_DESC_B_SCALE_MODE = 32,
  CUBLASLT_MATMUL_DESC_C_SCALE_MODE = 33,
  CUBLASLT_MATMUL_DESC_D_SCALE_MODE = 34,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE = 35,
  CUBLASLT_MATMUL_DESC_D_OUT_SCALE_POINTER = 36,
  CUBLASLT_MATMUL_DESC_D_OUT_SCALE_MODE = 37,
  CUBLASLT_MATMUL_DESC_EMULATION_DESCRIPTOR = 38
} cublasLtMatmulDescAttributes_t;

typedef enum {
  CUBLASLT_SEARCH_BEST_FIT = 0,
  CUBLASLT_SEARCH_LIMITED_BY_ALGO_ID = 1
} cublasLtMatmulSearch_t;
typedef enum {
  CUBLASLT_REDUCTION_SCHEME_NONE = 0,
  CUBLASLT_REDUCTION_SCHEME_INPLACE = 1,
  CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE = 2,
  CUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE = 4,
  CUBLASLT_REDUCTION_SCHEME_MASK = 7
} cublasLtReductionScheme_t;
/// The model has one algorithm, without a workspace: it keeps these, and they change nothing.
typedef enum {
  CUBLASLT_MATMUL_PREF_SEARCH_MODE = 0,            ///< uint32_t: cublasLtMatmulSearch_t
  CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1,    ///< uint64_t
  CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK = 3,  ///< uint32_t
  CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES = 5,  ///< uint32_t
  CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES = 6,  ///< uint32_t
  CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES = 7,  ///< uint32_t
  CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES = 8,  ///< uint32_t
  CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT = 9,        ///< float
  CUBLASLT_MATMUL_PREF_IMPL_MASK = 12              ///< uint64_t
} cublasLtMatmulPreferenceAttributes_t;

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle);
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle);
std::size_t cublasLtGetVersion();
std::size_t cublasLtGetCudartVersion();
cublasStatus_t cublasLtGetProperty(libraryPropertyType type, int* value);
const char* cublasLtGetStatusName(cublasStatus_t status);
const char* cublasLtGetStatusString(cublasStatus_t status);

cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t layout, cudaDataType type,
                                        std::uint64_t rows, std::uint64_t columns,
                                        std::int64_t leading);
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type,
                                          std::uint64_t rows, std::uint64_t columns,
                                          std::int64_t leading);
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout);
cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t product, cublasComputeType_t compute,
                                      cudaDataType scale);
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* product, cublasComputeType_t compute,
                                        cudaDataType scale);
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t product);
cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t preference);
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference);
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference);

// `size` has to be that of the attribute; with 0, *written tells it.
#define SIMT_CUBLASLT_ATTRIBUTES(Object, Attributes)                                               \
  cublasStatus_t cublasLt##Object##SetAttribute(cublasLt##Object##_t object, Attributes attribute, \
                                                const void* value, std::size_t size);              \
  cublasStatus_t cublasLt##Object##GetAttribute(cublasLt##Object##_t object, Attributes attribute, \
                                                void* value, std::size_t size,                     \
                                                std::size_t* written);
SIMT_CUBLASLT_ATTRIBUTES(MatrixLayout, cublasLtMatrixLayoutAttribute_t)
SIMT_CUBLASLT_ATTRIBUTES(MatmulDesc, cublasLtMatmulDescAttributes_t)
SIMT_CUBLASLT_ATTRIBUTES(MatmulPreference, cublasLtMatmulPreferenceAttributes_t)
#undef SIMT_CUBLASLT_ATTRIBUTES

/// One result: the model's only algorithm, if it has such a product.
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(
    cublasLtHandle_t handle, cublasLtMatmulDesc_t product, cublasLtMatrixLayout_t layoutA,
    cublasLtMatrixLayout_t layoutB, cublasLtMatrixLayout_t layoutC, cublasLtMatrixLayout_t layoutD,
    cublasLtMatmulPreference_t preference, int requested, cublasLtMatmulHeuristicResult_t results[],
    int* count);
/// D = epilogue(alpha A B + beta C), A and B as they are or transposed. C may be D.
/// @param algo may be null
cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t product,
                              const void* alpha, const void* A, cublasLtMatrixLayout_t layoutA,
                              const void* B, cublasLtMatrixLayout_t layoutB, const void* beta,
                              const void* C, cublasLtMatrixLayout_t layoutC, void* D,
                              cublasLtMatrixLayout_t layoutD, const cublasLtMatmulAlgo_t* algo,
                              void* workspace, std::size_t workspaceBytes, cudaStream_t stream);

// What the model does not have.
#define SIMT_NO_FUNCTION(name)                                                            \
  [[gnu::error(                                                                           \
      "the CPU backend has no such function of cuBLASLt: it has cublasLtMatmul, and one " \
      "algorithm, which cublasLtMatmulAlgoGetHeuristic gives")]] cublasStatus_t           \
  name(...)
SIMT_NO_FUNCTION(cublasLtMatrixTransform);
SIMT_NO_FUNCTION(cublasLtMatrixTransformDescCreate);
SIMT_NO_FUNCTION(cublasLtMatrixTransformDescDestroy);
SIMT_NO_FUNCTION(cublasLtMatrixTransformDescInit);
SIMT_NO_FUNCTION(cublasLtMatrixTransformDescSetAttribute);
SIMT_NO_FUNCTION(cublasLtMatmulAlgoGetIds);
SIMT_NO_FUNCTION(cublasLtMatmulAlgoInit);
SIMT_NO_FUNCTION(cublasLtMatmulAlgoCheck);
#undef SIMT_NO_FUNCTION

#include "simt/users_macros_back.inc"
