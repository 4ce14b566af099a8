
#include "api/textures/texture.h"
#include "base/api_call.h"
#include "base/device.h"
#include "base/double_release.h"
#include "base/error.h"
#include "execution/device_code/print.h"
#include "memory/accessibility.h"
#include "memory/allocations.h"
#include "operations/operation.h"
#include "operations/queue.h"

namespace simt {
namespace {

/// Those of the device.
cudaError_t extent_error(const cudaExtent& extent, unsigned flags) {
  const bool is_cube = (flags & cudaArrayCubemap) != 0,
             has_layers = (flags & cudaArrayLayered) != 0;
  if (is_cube || has_layers) {
    const bool fits = extent.width > 0 && extent.width <= 32768 && extent.height <= 32768 &&
                      extent.depth > 0 && extent.depth <= 2048;
    const bool is_possible_cube = extent.width == extent.height && extent.depth == 6;
    return fits && (!is_cube || is_possible_cube) ? cudaSuccess : cudaErrorInvalidValue;
  }
  const bool is_3d = extent.depth > 0;
  const bool is_2d = !is_3d && extent.height > 0;
  const std::size_t most_width = is_3d ? 16384 : 131072;
  const std::size_t most_height = is_3d ? 16384 : is_2d ? 65536 : 0;
  const bool fits = extent.width > 0 && extent.width <= most_width &&
                    extent.height <= most_height && extent.depth <= 16384;
  return fits && (!is_3d || extent.height > 0) ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace

std::size_t element_bytes(const cudaChannelFormatDesc& desc) {
  const int bits[] = {desc.x, desc.y, desc.z, desc.w};
  int channels = 0;
  while (channels < 4 && bits[channels] != 0) ++channels;
  for (int i = 0; i < 4; ++i) {
    if (bits[i] != (i < channels ? desc.x : 0)) return 0;
  }
  if (channels == 0 || channels == 3) return 0;
  if (desc.x != 8 && desc.x != 16 && desc.x != 32) return 0;
  if (desc.f < cudaChannelFormatKindSigned || desc.f > cudaChannelFormatKindFloat) return 0;
  if (desc.f == cudaChannelFormatKindFloat && desc.x == 8) return 0;
  return static_cast<std::size_t>(channels * desc.x / 8);
}

bool exists(cudaArray_const_t array) { return is_array(array); }

Texels texels_of(cudaArray_const_t array) {
  const auto at_least_one = [](std::size_t n) { return n == 0 ? 1 : static_cast<int>(n); };
  const cudaExtent& e = array->extent;
  const std::size_t bytes = element_bytes(array->desc);
  const bool has_layers = (array->flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
  return {array->data,
          array->row_bytes,
          array->slice_bytes,
          {at_least_one(e.width), at_least_one(e.height), at_least_one(e.depth)},
          e.depth > 0 && !has_layers ? 3
          : e.height > 0             ? 2
                                     : 1,
          array->desc.f,
          static_cast<int>(bytes * 8) / array->desc.x,
          array->desc.x,
          has_layers ? at_least_one(e.depth) : 0,
          (array->flags & cudaArrayCubemap) != 0};
}

}  // namespace simt

using simt::result;

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc,
                            std::size_t width, std::size_t height, unsigned int flags) {
  SIMT_API_CALL;
  return cudaMalloc3DArray(array, desc, {width, height, 0}, flags);
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc,
                              cudaExtent extent, unsigned int flags) {
  SIMT_API_CALL;
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (array == nullptr || desc == nullptr) return result(cudaErrorInvalidValue);
  // Layers of cube maps, gathers and sparse arrays.
  constexpr unsigned kFlags = cudaArraySurfaceLoadStore | cudaArrayLayered | cudaArrayCubemap;
  constexpr unsigned kCubeLayers = cudaArrayLayered | cudaArrayCubemap;
  if ((flags & ~kFlags) != 0 || (flags & kCubeLayers) == kCubeLayers) {
    return result(cudaErrorNotSupported);
  }
  const std::size_t bytes = simt::element_bytes(*desc);
  if (bytes == 0) return result(cudaErrorInvalidChannelDescriptor);
  if (const cudaError_t error = simt::extent_error(extent, flags)) return result(error);
  const std::size_t rows = extent.height == 0 ? 1 : extent.height;
  const std::size_t slices = extent.depth == 0 ? 1 : extent.depth;
  const std::size_t row_bytes = extent.width * bytes;
  void* data = simt::allocate(row_bytes * rows * slices, simt::ApiCall::current().site);
  if (data == nullptr) return result(cudaErrorMemoryAllocation);
  *array =
      new cudaArray{*desc, extent, flags, static_cast<char*>(data), row_bytes, row_bytes * rows};
  simt::forget_release(*array);
  simt::add_array(*array);
  return cudaSuccess;
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  SIMT_API_CALL;
  // Behind everything that was issued, like cudaFree.
  simt::drain();
  simt::flush_output();
  if (const cudaError_t error = simt::device_error()) {
    if (simt::is_array(array)) simt::record_failed_release(array->data);
    return result(error);
  }
  if (array == nullptr) return cudaSuccess;
  if (!simt::remove_array(array)) {
    result(cudaErrorContextIsDestroyed);
    simt::check_double_release("an array that was freed", array, __builtin_return_address(0));
    return cudaErrorContextIsDestroyed;
  }
  simt::record_release(array, __builtin_return_address(0));
  simt::release(array->data, __builtin_return_address(0));
  delete array;
  return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (!simt::exists(array)) return result(cudaErrorInvalidResourceHandle);
  if (desc != nullptr) *desc = array->desc;
  if (extent != nullptr) *extent = array->extent;
  if (flags != nullptr) *flags = array->flags;
  return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t array) {
  if (desc == nullptr) return result(cudaErrorInvalidValue);
  return cudaArrayGetInfo(desc, nullptr, nullptr, const_cast<cudaArray_t>(array));
}
