/// @file
/// `tex2D` and its relatives, `surf2Dread` and its relatives. What has no declaration here (layers of
/// cube maps, mipmaps, gathers, sparse textures) the model does not have.
#pragma once

#include <cstdint>
#include <type_traits>

#include "simt/arrays.h"

namespace simt {

/// Up to 16 bytes that travel in registers, so that no access to memory is counted.
struct Texel {
  std::uint64_t low, high;
};

/// What a fetch asks for. `channels` of 32 bits come back, whatever the texture holds.
struct Fetch {
  std::uint8_t dimensions;  ///< 0: tex1Dfetch
  std::uint8_t channels;
  bool is_float;
  bool is_layered = false, is_cube = false;
};

// Out of line, so that the counters and the reports see the line of the kernel.
Texel fetch_texture(cudaTextureObject_t object, Fetch fetch, float x, float y, float z);
Texel fetch_layer(cudaTextureObject_t object, Fetch fetch, float x, float y, int layer);
Texel fetch_cube(cudaTextureObject_t object, Fetch fetch, float x, float y, float z);
Texel fetch_linear(cudaTextureObject_t object, Fetch fetch, int i);
/// @param dimensions 4: two, and `z` is the layer
Texel read_surface(cudaSurfaceObject_t object, int dimensions, int bytes, int x, int y, int z,
                   cudaSurfaceBoundaryMode mode);
void write_surface(cudaSurfaceObject_t object, int dimensions, int bytes, int x, int y, int z,
                   cudaSurfaceBoundaryMode mode, Texel texel);

template <class T>
constexpr Fetch fetch_of(int dimensions, bool is_layered = false, bool is_cube = false) {
  using C = Channels<T>;
  static_assert(C::count > 0,
                "a texture has 1, 2 or 4 channels: integers of at most 32 bits, or float");
  return {static_cast<std::uint8_t>(dimensions), C::count,
          std::is_floating_point_v<typename C::Type>, is_layered, is_cube};
}

template <class Channel>
[[gnu::always_inline]] inline Channel channel_of(std::uint64_t bits) {
  if constexpr (std::is_floating_point_v<Channel>) {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits));
  } else {
    return static_cast<Channel>(bits);
  }
}

template <class T>
[[gnu::always_inline]] inline T value_of(Texel texel) {
  using C = Channels<T>;
  using Channel = typename C::Type;
  if constexpr (std::is_arithmetic_v<T>) {
    return channel_of<Channel>(texel.low);
  } else if constexpr (C::count == 1) {
    return {channel_of<Channel>(texel.low)};
  } else if constexpr (C::count == 2) {
    return {channel_of<Channel>(texel.low), channel_of<Channel>(texel.low >> 32)};
  } else {
    return {channel_of<Channel>(texel.low), channel_of<Channel>(texel.low >> 32),
            channel_of<Channel>(texel.high), channel_of<Channel>(texel.high >> 32)};
  }
}

template <class T>
[[gnu::always_inline]] inline T from_bytes(Texel texel) {
  static_assert(
      std::is_trivially_copyable_v<T> && (sizeof(T) & (sizeof(T) - 1)) == 0 && sizeof(T) <= 16,
      "a surface is read and written in 1, 2, 4, 8 or 16 bytes");
  if constexpr (sizeof(T) == 16) {
    return __builtin_bit_cast(T, texel);
  } else if constexpr (sizeof(T) == 8) {
    return __builtin_bit_cast(T, texel.low);
  } else if constexpr (sizeof(T) == 4) {
    return __builtin_bit_cast(T, static_cast<std::uint32_t>(texel.low));
  } else if constexpr (sizeof(T) == 2) {
    return __builtin_bit_cast(T, static_cast<std::uint16_t>(texel.low));
  } else {
    return __builtin_bit_cast(T, static_cast<std::uint8_t>(texel.low));
  }
}

template <class T>
[[gnu::always_inline]] inline Texel to_bytes(T value) {
  static_assert(
      std::is_trivially_copyable_v<T> && (sizeof(T) & (sizeof(T) - 1)) == 0 && sizeof(T) <= 16,
      "a surface is read and written in 1, 2, 4, 8 or 16 bytes");
  if constexpr (sizeof(T) == 16) {
    return __builtin_bit_cast(Texel, value);
  } else if constexpr (sizeof(T) == 8) {
    return {__builtin_bit_cast(std::uint64_t, value), 0};
  } else if constexpr (sizeof(T) == 4) {
    return {__builtin_bit_cast(std::uint32_t, value), 0};
  } else if constexpr (sizeof(T) == 2) {
    return {__builtin_bit_cast(std::uint16_t, value), 0};
  } else {
    return {__builtin_bit_cast(std::uint8_t, value), 0};
  }
}

}  // namespace simt

#define SIMT_TEXTURE \
  template <class T> \
  [[gnu::always_inline]] inline

SIMT_TEXTURE T tex1Dfetch(cudaTextureObject_t object, int i) {
  return simt::value_of<T>(simt::fetch_linear(object, simt::fetch_of<T>(0), i));
}
SIMT_TEXTURE T tex1D(cudaTextureObject_t object, float x) {
  return simt::value_of<T>(simt::fetch_texture(object, simt::fetch_of<T>(1), x, 0, 0));
}
SIMT_TEXTURE T tex2D(cudaTextureObject_t object, float x, float y) {
  return simt::value_of<T>(simt::fetch_texture(object, simt::fetch_of<T>(2), x, y, 0));
}
SIMT_TEXTURE T tex3D(cudaTextureObject_t object, float x, float y, float z) {
  return simt::value_of<T>(simt::fetch_texture(object, simt::fetch_of<T>(3), x, y, z));
}
/// A layer that does not exist is the first or the last one.
SIMT_TEXTURE T tex1DLayered(cudaTextureObject_t object, float x, int layer) {
  return simt::value_of<T>(simt::fetch_layer(object, simt::fetch_of<T>(1, true), x, 0, layer));
}
SIMT_TEXTURE T tex2DLayered(cudaTextureObject_t object, float x, float y, int layer) {
  return simt::value_of<T>(simt::fetch_layer(object, simt::fetch_of<T>(2, true), x, y, layer));
}
/// A direction from the middle of the cube.
SIMT_TEXTURE T texCubemap(cudaTextureObject_t object, float x, float y, float z) {
  return simt::value_of<T>(simt::fetch_cube(object, simt::fetch_of<T>(2, false, true), x, y, z));
}
SIMT_TEXTURE void tex1DLayered(T* value, cudaTextureObject_t object, float x, int layer) {
  *value = tex1DLayered<T>(object, x, layer);
}
SIMT_TEXTURE void tex2DLayered(T* value, cudaTextureObject_t object, float x, float y, int layer) {
  *value = tex2DLayered<T>(object, x, y, layer);
}
SIMT_TEXTURE void texCubemap(T* value, cudaTextureObject_t object, float x, float y, float z) {
  *value = texCubemap<T>(object, x, y, z);
}
SIMT_TEXTURE void tex1Dfetch(T* value, cudaTextureObject_t object, int i) {
  *value = tex1Dfetch<T>(object, i);
}
SIMT_TEXTURE void tex1D(T* value, cudaTextureObject_t object, float x) {
  *value = tex1D<T>(object, x);
}
SIMT_TEXTURE void tex2D(T* value, cudaTextureObject_t object, float x, float y) {
  *value = tex2D<T>(object, x, y);
}
SIMT_TEXTURE void tex3D(T* value, cudaTextureObject_t object, float x, float y, float z) {
  *value = tex3D<T>(object, x, y, z);
}

// x counts bytes.
SIMT_TEXTURE T surf1Dread(cudaSurfaceObject_t object, int x,
                          cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  return simt::from_bytes<T>(simt::read_surface(object, 1, sizeof(T), x, 0, 0, mode));
}
SIMT_TEXTURE void surf1Dread(T* value, cudaSurfaceObject_t object, int x,
                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  *value = surf1Dread<T>(object, x, mode);
}
SIMT_TEXTURE void surf1Dwrite(T value, cudaSurfaceObject_t object, int x,
                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  simt::write_surface(object, 1, sizeof(T), x, 0, 0, mode, simt::to_bytes(value));
}
SIMT_TEXTURE T surf2Dread(cudaSurfaceObject_t object, int x, int y,
                          cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  return simt::from_bytes<T>(simt::read_surface(object, 2, sizeof(T), x, y, 0, mode));
}
SIMT_TEXTURE void surf2Dread(T* value, cudaSurfaceObject_t object, int x, int y,
                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  *value = surf2Dread<T>(object, x, y, mode);
}
SIMT_TEXTURE void surf2Dwrite(T value, cudaSurfaceObject_t object, int x, int y,
                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  simt::write_surface(object, 2, sizeof(T), x, y, 0, mode, simt::to_bytes(value));
}
SIMT_TEXTURE T surf3Dread(cudaSurfaceObject_t object, int x, int y, int z,
                          cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  return simt::from_bytes<T>(simt::read_surface(object, 3, sizeof(T), x, y, z, mode));
}
SIMT_TEXTURE void surf3Dread(T* value, cudaSurfaceObject_t object, int x, int y, int z,
                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  *value = surf3Dread<T>(object, x, y, z, mode);
}
SIMT_TEXTURE void surf3Dwrite(T value, cudaSurfaceObject_t object, int x, int y, int z,
                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  simt::write_surface(object, 3, sizeof(T), x, y, z, mode, simt::to_bytes(value));
}
#define SIMT_LAYERED_SURFACE(Name, layer)                                                     \
  SIMT_TEXTURE T Name##read(cudaSurfaceObject_t object, int x, int y, int layer,              \
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {            \
    return simt::from_bytes<T>(simt::read_surface(object, 4, sizeof(T), x, y, layer, mode));  \
  }                                                                                           \
  SIMT_TEXTURE void Name##read(T* value, cudaSurfaceObject_t object, int x, int y, int layer, \
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {         \
    *value = Name##read<T>(object, x, y, layer, mode);                                        \
  }                                                                                           \
  SIMT_TEXTURE void Name##write(T value, cudaSurfaceObject_t object, int x, int y, int layer, \
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {        \
    simt::write_surface(object, 4, sizeof(T), x, y, layer, mode, simt::to_bytes(value));      \
  }
SIMT_LAYERED_SURFACE(surf2DLayered, layer)
SIMT_LAYERED_SURFACE(surfCubemap, face)
#undef SIMT_LAYERED_SURFACE
#undef SIMT_TEXTURE
