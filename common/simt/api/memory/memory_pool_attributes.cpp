// Attributes of memory pools, and access to them.
#include "api/memory/memory_pool.h"
#include "base/api_call.h"
#include "base/error.h"
#include "base/refusals.h"
#include "cuda_runtime_api.h"

namespace simt {
namespace {

bool is_a_device(const cudaMemLocation& location) {
  return location.type == cudaMemLocationTypeDevice && is_device(location.id);
}

}  // namespace
}  // namespace simt

using simt::pools;
using simt::result;

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t bytes_to_keep) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const std::lock_guard lock(pools().mutex);
  const auto found = pools().find(pool);
  if (found == nullptr) return result(cudaErrorInvalidValue);
  simt::trim(*found, bytes_to_keep);
  return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const std::lock_guard lock(pools().mutex);
  const auto found = pools().find(pool);
  if (found == nullptr || value == nullptr) return result(cudaErrorInvalidValue);
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      found->reuse[attribute - cudaMemPoolReuseFollowEventDependencies] =
          *static_cast<int*>(value) != 0;
      return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
      found->threshold = *static_cast<std::uint64_t*>(value);
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:  // can only be set back
      if (*static_cast<std::uint64_t*>(value) != 0) break;
      found->reserved_high = found->reserved;
      return cudaSuccess;
    case cudaMemPoolAttrUsedMemHigh:
      if (*static_cast<std::uint64_t*>(value) != 0) break;
      found->used_high = found->used;
      return cudaSuccess;
    default:
      break;
  }
  return result(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const std::lock_guard lock(pools().mutex);
  const auto found = pools().find(pool);
  if (found == nullptr || value == nullptr) return result(cudaErrorInvalidValue);
  const auto number = [value](std::uint64_t n) {
    *static_cast<std::uint64_t*>(value) = n;
    return cudaSuccess;
  };
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      *static_cast<int*>(value) = found->reuse[attribute - cudaMemPoolReuseFollowEventDependencies];
      return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
      return number(found->threshold);
    case cudaMemPoolAttrReservedMemCurrent:
      return number(found->reserved);
    case cudaMemPoolAttrReservedMemHigh:
      return number(found->reserved_high);
    case cudaMemPoolAttrUsedMemCurrent:
      return number(found->used);
    case cudaMemPoolAttrUsedMemHigh:
      return number(found->used_high);
  }
  return result(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* list,
                                 std::size_t count) {
  SIMT_API_CALL;
  const auto found = simt::find_pool(pool);
  if (found == nullptr || (count > 0 && list == nullptr)) return result(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < count; ++i) {
    // A device always has access to its own pool.
    const bool is_own = list[i].location.id == found->device;
    if (!simt::is_a_device(list[i].location) ||
        (is_own && list[i].flags != cudaMemAccessFlagsProtReadWrite)) {
      return result(cudaErrorInvalidValue);
    }
    if (!is_own && list[i].flags != cudaMemAccessFlagsProtNone) {
      return result(simt::because(cudaErrorNotSupported,
                                  "on the CPU backend a pool's memory is for its own device: for "
                                  "others, allocate with cudaMalloc"));
    }
  }
  return cudaSuccess;
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location) {
  const auto found = simt::find_pool(pool);
  if (flags == nullptr || location == nullptr || found == nullptr ||
      !simt::is_a_device(*location)) {
    return result(cudaErrorInvalidValue);
  }
  *flags =
      location->id == found->device ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
  return cudaSuccess;
}
