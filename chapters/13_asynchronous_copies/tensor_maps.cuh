// The TMA's description of a matrix, which it copies in boxes.
#pragma once

#include <cuda.h>
#include <cudaTypedefs.h>

#include <type_traits>

#include "tutorial.cuh"

// Of a row-major matrix with `ld` elements from one row to the next, a multiple of 4; its boxes have box_rows ×
// box_columns elements. The driver makes it, on the host; the runtime finds the driver's function.
template <class T>
CUtensorMap tensor_map(const T* matrix, int rows, int columns, int ld, int box_rows,
                       int box_columns, CUtensorMapSwizzle swizzle) {
  static_assert(std::is_same_v<T, int> || std::is_same_v<T, float>);
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found;
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                         cudaEnableDefault, &found));
  // The first dimension is that of neighbours in memory: x comes before y, here and in coordinates.
  const cuuint64_t sizes[] = {cuuint64_t(columns), cuuint64_t(rows)};
  const cuuint64_t bytes_per_row[] = {cuuint64_t(ld) * sizeof(T)};
  const cuuint32_t box[] = {cuuint32_t(box_columns), cuuint32_t(box_rows)}, steps[] = {1, 1};
  const auto type =
      std::is_same_v<T, int> ? CU_TENSOR_MAP_DATA_TYPE_INT32 : CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
  CUtensorMap map;
  const CUresult result = reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(function)(
      &map, type, 2, const_cast<T*>(matrix), sizes, bytes_per_row, box, steps,
      CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  CHECK(result == CUDA_SUCCESS ? cudaSuccess : cudaErrorInvalidValue);
  return map;
}
