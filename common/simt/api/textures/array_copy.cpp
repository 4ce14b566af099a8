// Copies of regions: between arrays, and between an array and other memory.
#include "api/memory/copy_region.h"
#include "api/textures/copy_box.h"
#include "api/textures/texture.h"
#include "base/api_call.h"
#include "base/error.h"
#include "cuda_runtime_api.h"

namespace simt {
namespace {

/// The region at `x` bytes, row `y` and slice `z` of an array.
cudaError_t side_of(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t z,
                    const CopyRegion& region, CopySide* side) {
  if (!exists(array)) return cudaErrorInvalidResourceHandle;
  const std::size_t rows = array->slice_bytes / array->row_bytes;
  const std::size_t slices = array->extent.depth == 0 ? 1 : array->extent.depth;
  if (x > array->row_bytes || region.bytes > array->row_bytes - x || y > rows ||
      region.rows > rows - y || z > slices || region.slices > slices - z) {
    return cudaErrorInvalidValue;
  }
  *side = {array->data + z * array->slice_bytes + y * array->row_bytes + x, array->row_bytes,
           array->slice_bytes, Accessibility::kDevice};
  return cudaSuccess;
}

/// The region at `first` of memory with rows of `pitch` bytes and slices of `rows` rows.
cudaError_t side_of(const void* first, std::size_t pitch, std::size_t rows,
                    const CopyRegion& region, CopySide* side) {
  if (first == nullptr) return cudaErrorInvalidValue;
  const bool has_pitch = region.rows > 1 || region.slices > 1;
  if (has_pitch && pitch < region.bytes) return cudaErrorInvalidPitchValue;
  *side = linear_side(first, pitch, rows, region);
  return cudaSuccess;
}

cudaError_t copy_to_array(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                          std::size_t pitch, const CopyRegion& region, cudaMemcpyKind kind,
                          cudaStream_t stream, bool synchronous) {
  if (region.is_empty()) return result(device_error());
  CopySide to_side, from_side;
  if (const cudaError_t error = side_of(to, x, y, 0, region, &to_side)) return result(error);
  if (const cudaError_t error = side_of(from, pitch, 0, region, &from_side)) return result(error);
  return copy_region(to_side, from_side, region, kind, stream, synchronous);
}

cudaError_t copy_from_array(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                            std::size_t y, const CopyRegion& region, cudaMemcpyKind kind,
                            cudaStream_t stream, bool synchronous) {
  if (region.is_empty()) return result(device_error());
  CopySide to_side, from_side;
  if (const cudaError_t error = side_of(to, pitch, 0, region, &to_side)) return result(error);
  if (const cudaError_t error = side_of(from, x, y, 0, region, &from_side)) return result(error);
  return copy_region(to_side, from_side, region, kind, stream, synchronous);
}

/// One side of cudaMemcpy3D. Positions in an array count elements, elsewhere bytes.
cudaError_t side_of(cudaArray_const_t array, const cudaPitchedPtr& memory, const cudaPos& position,
                    const CopyRegion& region, CopySide* side) {
  if ((array == nullptr) == (memory.ptr == nullptr)) return cudaErrorInvalidValue;
  if (array != nullptr) {
    if (!exists(array)) return cudaErrorInvalidResourceHandle;
    return side_of(array, position.x * element_bytes(array->desc), position.y, position.z, region,
                   side);
  }
  if (region.slices > 1 && memory.ysize < region.rows) return cudaErrorInvalidValue;
  const char* first = static_cast<const char*>(memory.ptr) + position.x +
                      (position.z * memory.ysize + position.y) * memory.pitch;
  return side_of(first, memory.pitch, memory.ysize, region, side);
}

/// A box of elements, on both sides.
struct Box {
  CopySide to, from;
  CopyRegion region;
};

cudaError_t find_box(const cudaMemcpy3DParms* p, Box* box) {
  if (p == nullptr) return cudaErrorInvalidValue;
  const cudaArray_t array = p->srcArray != nullptr ? p->srcArray : p->dstArray;
  if (array != nullptr && !exists(array)) return cudaErrorInvalidResourceHandle;
  const std::size_t unit = array != nullptr ? element_bytes(array->desc) : 1;
  box->region = {p->extent.width * unit, p->extent.height, p->extent.depth};
  if (box->region.is_empty()) return cudaSuccess;
  if (const cudaError_t error = side_of(p->dstArray, p->dstPtr, p->dstPos, box->region, &box->to)) {
    return error;
  }
  return side_of(p->srcArray, p->srcPtr, p->srcPos, box->region, &box->from);
}

cudaError_t copy_3d(const cudaMemcpy3DParms* p, cudaStream_t stream, bool synchronous) {
  Box box;
  if (const cudaError_t error = find_box(p, &box)) return result(error);
  if (box.region.is_empty()) return result(device_error());
  return copy_region(box.to, box.from, box.region, p->kind, stream, synchronous);
}

}  // namespace

cudaError_t make_box_work(const cudaMemcpy3DParms* p, Work& work) {
  Box box;
  if (const cudaError_t error = find_box(p, &box)) return error;
  if (box.region.is_empty()) return cudaErrorInvalidValue;
  const bool is_row = box.region.rows == 1 && box.region.slices == 1;
  if (is_row && p->srcArray == nullptr && p->dstArray == nullptr) {
    if (!kind_fits(p->kind, box.to.accessibility, box.from.accessibility)) {
      return cudaErrorInvalidValue;
    }
    work = CopyWork{box.to.first, box.from.first, box.region.bytes, p->kind};
    return cudaSuccess;
  }
  CallWork copy;
  const cudaError_t error = make_region_work(box.to, box.from, box.region, p->kind, &copy);
  if (error != cudaSuccess) return error;
  copy.box = std::make_shared<const cudaMemcpy3DParms>(*p);
  work = std::move(copy);
  return cudaSuccess;
}

bool box_of(const Work& work, cudaMemcpy3DParms* parameters) {
  if (const auto* row = std::get_if<CopyWork>(&work)) {
    *parameters = {};
    parameters->srcPtr = {const_cast<void*>(row->from), row->bytes, row->bytes, 1};
    parameters->dstPtr = {row->to, row->bytes, row->bytes, 1};
    parameters->extent = {row->bytes, 1, 1};
    parameters->kind = row->kind;
    return true;
  }
  const auto* call = std::get_if<CallWork>(&work);
  if (call == nullptr || call->box == nullptr) return false;
  *parameters = *call->box;
  return true;
}

}  // namespace simt

using simt::result;

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                std::size_t pitch, std::size_t width, std::size_t height,
                                cudaMemcpyKind kind) {
  SIMT_API_CALL;
  return simt::copy_to_array(to, x, y, from, pitch, {width, height, 1}, kind, nullptr, true);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                     std::size_t pitch, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::copy_to_array(to, x, y, from, pitch, {width, height, 1}, kind, stream, false);
}

cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from,
                                  std::size_t x, std::size_t y, std::size_t width,
                                  std::size_t height, cudaMemcpyKind kind) {
  SIMT_API_CALL;
  return simt::copy_from_array(to, pitch, from, x, y, {width, height, 1}, kind, nullptr, true);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t from,
                                       std::size_t x, std::size_t y, std::size_t width,
                                       std::size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::copy_from_array(to, pitch, from, x, y, {width, height, 1}, kind, stream, false);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t to_x, std::size_t to_y,
                                     cudaArray_const_t from, std::size_t from_x, std::size_t from_y,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  SIMT_API_CALL;
  const simt::CopyRegion region = {width, height, 1};
  if (region.is_empty()) return result(simt::device_error());
  simt::CopySide to_side, from_side;
  if (const cudaError_t error = simt::side_of(to, to_x, to_y, 0, region, &to_side)) {
    return result(error);
  }
  if (const cudaError_t error = simt::side_of(from, from_x, from_y, 0, region, &from_side)) {
    return result(error);
  }
  return simt::copy_region(to_side, from_side, region, kind, nullptr, true);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  SIMT_API_CALL;
  return simt::copy_3d(parameters, nullptr, true);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::copy_3d(parameters, stream, false);
}
