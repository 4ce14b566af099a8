// Texture and surface objects: what a handle stands for, and which descriptions are refused.
#include "api/textures/texture.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "base/device.h"
#include "base/error.h"
#include "memory/accessibility.h"

namespace simt {
namespace {

constexpr std::uintptr_t kTextureAlignment = 512;
constexpr std::size_t kPitchAlignment = 32;

/// Handles are indices, counted from 1. Kernels look them up without a lock; an object that was
/// destroyed is kept, for a kernel that still uses it.
template <class Object>
class Handles {
 public:
  /// 0 if there is no handle left.
  unsigned long long add(const Object& object) {
    const std::lock_guard lock(mutex_);
    for (std::size_t tries = 0; tries < slots_.size(); ++tries) {
      const std::size_t i = next_++ % slots_.size();
      if (slots_[i].load() != nullptr) continue;
      slots_[i] = new Object(object);
      return i + 1;
    }
    return 0;
  }
  const Object* find(unsigned long long handle) const {
    return handle - 1 < slots_.size() ? slots_[handle - 1].load(std::memory_order_acquire)
                                      : nullptr;
  }
  bool remove(unsigned long long handle) {
    if (handle - 1 >= slots_.size()) return false;
    const std::lock_guard lock(mutex_);
    removed_.emplace_back(slots_[handle - 1].exchange(nullptr));
    return removed_.back() != nullptr;
  }

 private:
  std::mutex mutex_;
  std::size_t next_ = 0;
  std::vector<std::unique_ptr<const Object>> removed_;
  std::array<std::atomic<const Object*>, 65536> slots_{};
};

Handles<Texture>& textures() { return current_device().part<Handles<Texture>>(); }
Handles<Surface>& surfaces() { return current_device().part<Handles<Surface>>(); }

/// Elements in device memory that is no array.
cudaError_t texels_in_memory(const void* data, const cudaChannelFormatDesc& desc, std::size_t width,
                             std::size_t height, std::size_t row_bytes, Texels* texels) {
  const std::size_t bytes = element_bytes(desc);
  if (bytes == 0) return cudaErrorInvalidChannelDescriptor;
  if (data == nullptr || reinterpret_cast<std::uintptr_t>(data) % kTextureAlignment != 0 ||
      width == 0 || height == 0) {
    return cudaErrorInvalidValue;
  }
  if (!is_device_range(data, (height - 1) * row_bytes + width * bytes)) {
    return cudaErrorInvalidValue;
  }
  *texels = {static_cast<const char*>(data),
             row_bytes,
             0,
             {static_cast<int>(width), static_cast<int>(height), 1},
             0,
             desc.f,
             static_cast<int>(bytes * 8) / desc.x,
             desc.x};
  return cudaSuccess;
}

cudaError_t find_texels(const cudaResourceDesc& resource, Texels* texels) {
  switch (resource.resType) {
    case cudaResourceTypeArray:
      if (!exists(resource.res.array.array)) return cudaErrorInvalidResourceHandle;
      *texels = texels_of(resource.res.array.array);
      return cudaSuccess;
    case cudaResourceTypeLinear: {
      const auto& linear = resource.res.linear;
      const std::size_t bytes = element_bytes(linear.desc);
      if (bytes == 0) return cudaErrorInvalidChannelDescriptor;
      const std::size_t count = linear.sizeInBytes / bytes;
      if (count > std::size_t{1} << 28) return cudaErrorInvalidValue;
      return texels_in_memory(linear.devPtr, linear.desc, count, 1, linear.sizeInBytes, texels);
    }
    case cudaResourceTypePitch2D: {
      const auto& pitched = resource.res.pitch2D;
      if (pitched.pitchInBytes % kPitchAlignment != 0 ||
          pitched.pitchInBytes < pitched.width * element_bytes(pitched.desc) ||
          pitched.width > 131072 || pitched.height > 65000) {
        return cudaErrorInvalidValue;
      }
      const cudaError_t error = texels_in_memory(pitched.devPtr, pitched.desc, pitched.width,
                                                 pitched.height, pitched.pitchInBytes, texels);
      texels->dimensions = 2;
      return error;
    }
    case cudaResourceTypeMipmappedArray:
      return cudaErrorNotSupported;
  }
  return cudaErrorInvalidValue;
}

cudaError_t check(const cudaTextureDesc& desc, const Texels& texels) {
  const bool is_float = texels.kind == cudaChannelFormatKindFloat;
  const bool reads_float =
      is_float || (desc.readMode == cudaReadModeNormalizedFloat && texels.bits < 32);
  if (desc.sRGB != 0 || desc.seamlessCubemap != 0 || desc.maxAnisotropy > 1) {
    return cudaErrorNotSupported;
  }
  if (texels.dimensions == 0) return cudaSuccess;  // tex1Dfetch reads elements as they are
  if (desc.filterMode != cudaFilterModePoint && desc.filterMode != cudaFilterModeLinear) {
    return cudaErrorInvalidValue;
  }
  if (desc.filterMode == cudaFilterModeLinear && !reads_float) return cudaErrorInvalidFilterSetting;
  for (int d = 0; d < texels.dimensions; ++d) {
    const cudaTextureAddressMode mode = desc.addressMode[d];
    if (mode < cudaAddressModeWrap || mode > cudaAddressModeBorder) return cudaErrorInvalidValue;
    for (const float color : desc.borderColor) {
      // The bits of an integer's border are nowhere documented.
      if (mode == cudaAddressModeBorder && color != 0 && !reads_float) return cudaErrorNotSupported;
    }
  }
  return cudaSuccess;
}

}  // namespace

const Texture* find_texture(cudaTextureObject_t object) { return textures().find(object); }
const Surface* find_surface(cudaSurfaceObject_t object) { return surfaces().find(object); }

}  // namespace simt

using simt::result;

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture,
                                    const cudaResourceViewDesc* view) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (object == nullptr || resource == nullptr || texture == nullptr) {
    return result(cudaErrorInvalidValue);
  }
  if (view != nullptr) return result(cudaErrorNotSupported);
  simt::Texture made = {*resource, *texture, {}};
  if (const cudaError_t error = simt::find_texels(*resource, &made.texels)) return result(error);
  if (const cudaError_t error = simt::check(*texture, made.texels)) return result(error);
  *object = simt::textures().add(made);
  return result(*object != 0 ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (object == 0 || simt::textures().remove(object)) return cudaSuccess;
  return result(cudaErrorInvalidValue);
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaTextureObject_t object) {
  const simt::Texture* texture = simt::find_texture(object);
  if (resource == nullptr || texture == nullptr) return result(cudaErrorInvalidValue);
  *resource = texture->resource;
  return cudaSuccess;
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* desc, cudaTextureObject_t object) {
  const simt::Texture* texture = simt::find_texture(object);
  if (desc == nullptr || texture == nullptr) return result(cudaErrorInvalidValue);
  *desc = texture->desc;
  return cudaSuccess;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (object == nullptr || resource == nullptr || resource->resType != cudaResourceTypeArray) {
    return result(cudaErrorInvalidValue);
  }
  const cudaArray_t array = resource->res.array.array;
  if (!simt::exists(array)) return result(cudaErrorInvalidResourceHandle);
  if ((array->flags & cudaArraySurfaceLoadStore) == 0) return result(cudaErrorInvalidValue);
  *object = simt::surfaces().add({*resource, simt::texels_of(array)});
  return result(*object != 0 ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (object == 0 || simt::surfaces().remove(object)) return cudaSuccess;
  return result(cudaErrorInvalidValue);
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaSurfaceObject_t object) {
  const simt::Surface* surface = simt::find_surface(object);
  if (resource == nullptr || surface == nullptr) return result(cudaErrorInvalidValue);
  *resource = surface->resource;
  return cudaSuccess;
}
