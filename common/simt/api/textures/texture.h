/// @file
/// @ingroup simt_api
/// The objects behind the handles of arrays, texture objects and surface objects.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/arrays.h"

/// Device memory that only copies, textures and surfaces reach, row after row.
struct cudaArray {
  cudaChannelFormatDesc desc;
  cudaExtent extent;  ///< as it was asked for: height and depth may be 0
  unsigned int flags;
  char* data;
  std::size_t row_bytes, slice_bytes;
};

namespace simt {

/// Bytes of an element, 0 if the model has no such format.
std::size_t element_bytes(const cudaChannelFormatDesc& desc);
/// Whether `array` is one that lives.
bool exists(cudaArray_const_t array);

/// Elements in memory, however they got there.
struct Texels {
  const char* data;
  std::size_t row_bytes, slice_bytes;
  int extent[3];   ///< width, height, depth; at least 1
  int dimensions;  ///< 0: linear memory
  cudaChannelFormatKind kind;
  int channels, bits;
  int layers = 0;  ///< 0: the array has none; the faces of a cube map count as layers
  bool is_cube = false;

  std::size_t element_bytes() const { return static_cast<std::size_t>(channels * bits / 8); }
};
Texels texels_of(cudaArray_const_t array);

struct Texture {
  cudaResourceDesc resource;
  cudaTextureDesc desc;
  Texels texels;
};

struct Surface {
  cudaResourceDesc resource;
  Texels texels;
};

/// Null if there is no such object.
const Texture* find_texture(cudaTextureObject_t object);
const Surface* find_surface(cudaSurfaceObject_t object);

}  // namespace simt
