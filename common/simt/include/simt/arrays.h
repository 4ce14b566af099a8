/// @file
/// CUDA arrays, and the objects through which kernels read and write them.
#pragma once

#include <cstddef>
#include <type_traits>

#include "driver_types.h"
#include "simt/extents.h"
#include "surface_types.h"
#include "texture_types.h"
#include "vector_types.h"

enum cudaChannelFormatKind {
  cudaChannelFormatKindSigned = 0,
  cudaChannelFormatKindUnsigned = 1,
  cudaChannelFormatKindFloat = 2,
  cudaChannelFormatKindNone = 3,
};

/// Bits of the channels of an element: 8, 16 or 32 in 1, 2 or 4 channels.
struct cudaChannelFormatDesc {
  int x, y, z, w;
  cudaChannelFormatKind f;
};

#define cudaArrayDefault 0x00
#define cudaArrayLayered 0x01
#define cudaArraySurfaceLoadStore 0x02
#define cudaArrayCubemap 0x04
#define cudaArrayTextureGather 0x08

typedef struct cudaMipmappedArray* cudaMipmappedArray_t;

enum cudaResourceType {
  cudaResourceTypeArray = 0,
  cudaResourceTypeMipmappedArray = 1,
  cudaResourceTypeLinear = 2,
  cudaResourceTypePitch2D = 3,
};

struct cudaResourceDesc {
  cudaResourceType resType;
  union {
    struct {
      cudaArray_t array;
    } array;
    struct {
      cudaMipmappedArray_t mipmap;
    } mipmap;
    struct {
      void* devPtr;
      cudaChannelFormatDesc desc;
      std::size_t sizeInBytes;
    } linear;
    struct {
      void* devPtr;
      cudaChannelFormatDesc desc;
      std::size_t width, height;
      std::size_t pitchInBytes;
    } pitch2D;
    struct {
      int reserved[32];
    } reserved;
  } res;
  unsigned int flags;
};

/// Views of a resource in another format are not modelled: cudaErrorNotSupported.
struct cudaResourceViewDesc;

inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   cudaChannelFormatKind f) {
  return {x, y, z, w, f};
}

// Arrays
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc,
                            std::size_t width, std::size_t height = 0, unsigned int flags = 0);
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc,
                              cudaExtent extent, unsigned int flags = 0);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array);
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t array);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                std::size_t pitch, std::size_t width, std::size_t height,
                                cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                     std::size_t pitch, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from,
                                  std::size_t x, std::size_t y, std::size_t width,
                                  std::size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t from,
                                       std::size_t x, std::size_t y, std::size_t width,
                                       std::size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t to_x, std::size_t to_y,
                                     cudaArray_const_t from, std::size_t from_x, std::size_t from_y,
                                     std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);

// Texture and surface objects
cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture,
                                    const cudaResourceViewDesc* view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* texture, cudaTextureObject_t object);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaSurfaceObject_t object);

namespace simt {

/// Channels of a type, 0 if a texture cannot have it, and the type of each.
template <class T>
struct Channels {
  static constexpr int count =
      std::is_same_v<T, float> ||
      (std::is_integral_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 4);
  using Type = T;
};
#define SIMT_CHANNELS(Name, Base)   \
  template <>                       \
  struct Channels<Name##1> {        \
    static constexpr int count = 1; \
    using Type = Base;              \
  };                                \
  template <>                       \
  struct Channels<Name##2> {        \
    static constexpr int count = 2; \
    using Type = Base;              \
  };                                \
  template <>                       \
  struct Channels<Name##4> {        \
    static constexpr int count = 4; \
    using Type = Base;              \
  };
SIMT_CHANNELS(char, signed char)
SIMT_CHANNELS(uchar, unsigned char)
SIMT_CHANNELS(short, short)
SIMT_CHANNELS(ushort, unsigned short)
SIMT_CHANNELS(int, int)
SIMT_CHANNELS(uint, unsigned int)
SIMT_CHANNELS(float, float)
#undef SIMT_CHANNELS

}  // namespace simt

template <class T>
cudaChannelFormatDesc cudaCreateChannelDesc() {
  using Channel = typename simt::Channels<T>::Type;
  constexpr int kCount = simt::Channels<T>::count;
  static_assert(
      kCount > 0,
      "an array has elements of 1, 2 or 4 channels: integers of at most 32 bits, or float");
  constexpr int kBits = sizeof(Channel) * 8;
  return {kBits, kCount > 1 ? kBits : 0, kCount > 2 ? kBits : 0, kCount > 2 ? kBits : 0,
          std::is_floating_point_v<Channel> ? cudaChannelFormatKindFloat
          : std::is_signed_v<Channel>       ? cudaChannelFormatKindSigned
                                            : cudaChannelFormatKindUnsigned};
}
