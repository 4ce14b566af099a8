// Copies of bytes into and out of arrays, row after row, as programs for CUDA 12 and earlier make them.
#include "api/memory/copy_region.h"
#include "api/textures/texture.h"
#include "base/api_call.h"
#include "base/error.h"
#include "cuda_runtime_api.h"

namespace simt {
namespace {

/// The bytes from column `x` (in bytes) of row `y` on: rows lie one after the other.
cudaError_t bytes_of(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t bytes,
                     CopySide* side) {
  if (!exists(array)) return cudaErrorInvalidResourceHandle;
  const std::size_t rows = array->slice_bytes / array->row_bytes;
  if (x >= array->row_bytes || y >= rows) return cudaErrorInvalidValue;
  const std::size_t first = y * array->row_bytes + x;
  if (bytes > array->slice_bytes - first) return cudaErrorInvalidValue;
  *side = {array->data + first, bytes, bytes, Accessibility::kDevice};
  return cudaSuccess;
}

cudaError_t copy_bytes(bool is_to_array, cudaArray_const_t array, std::size_t x, std::size_t y,
                       const void* memory, std::size_t bytes, cudaMemcpyKind kind,
                       cudaStream_t stream, bool synchronous) {
  const CopyRegion region = {bytes, 1, 1};
  if (region.is_empty()) return result(device_error());
  CopySide side;
  if (const cudaError_t error = bytes_of(array, x, y, bytes, &side)) return result(error);
  const CopySide other = linear_side(memory, bytes, 1, region);
  return is_to_array ? copy_region(side, other, region, kind, stream, synchronous)
                     : copy_region(other, side, region, kind, stream, synchronous);
}

}  // namespace
}  // namespace simt

cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                              std::size_t bytes, cudaMemcpyKind kind) {
  SIMT_API_CALL;
  return simt::copy_bytes(true, to, x, y, from, bytes, kind, nullptr, true);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                   std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::copy_bytes(true, to, x, y, from, bytes, kind, stream, false);
}

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                std::size_t bytes, cudaMemcpyKind kind) {
  SIMT_API_CALL;
  return simt::copy_bytes(false, from, x, y, to, bytes, kind, nullptr, true);
}

cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                     std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::copy_bytes(false, from, x, y, to, bytes, kind, stream, false);
}
