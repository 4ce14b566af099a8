// Page-locked memory of the host, and what a pointer points to.
#include "api/memory/copy.h"
#include "api/streams/stream.h"
#include "base/address_map.h"
#include "base/api_call.h"
#include "base/error.h"
#include "cuda_runtime_api.h"
#include "memory/accessibility.h"
#include "memory/allocations.h"
#include "memory/registered.h"

namespace simt {
namespace {

constexpr unsigned kHostAllocFlags =
    cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
constexpr unsigned kHostRegisterFlags =
    cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterReadOnly;

cudaError_t allocate_host(void** pointer, std::size_t bytes, unsigned flags, const void* site) {
  if (const cudaError_t error = unsafe_call_error()) return result(error);
  if (pointer == nullptr || (flags & ~kHostAllocFlags) != 0) return result(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  // With unified addressing, kernels see all of it, whether the program asked for that or not.
  *pointer = allocate(bytes, site, Heap::kPinned, flags | cudaHostAllocMapped);
  return result(*pointer != nullptr ? cudaSuccess : cudaErrorMemoryAllocation);
}

bool overlaps_global_memory(const void* pointer, std::size_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  return address < kGlobalBase + kGlobalBytes && address + bytes > kGlobalBase;
}

}  // namespace
}  // namespace simt

using simt::result;

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  return simt::allocate_host(pointer, bytes, cudaHostAllocDefault, __builtin_return_address(0));
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned int flags) {
  return simt::allocate_host(pointer, bytes, flags, __builtin_return_address(0));
}

cudaError_t cudaFreeHost(void* pointer) {
  SIMT_API_CALL;
  if (const cudaError_t error = simt::synchronized_error()) {
    simt::record_failed_release(pointer);
    return result(error);
  }
  if (pointer == nullptr) return cudaSuccess;
  const auto allocation = simt::find_allocation(pointer);
  const bool is_pinned = allocation && allocation->heap == simt::Heap::kPinned;
  if (!is_pinned || !simt::release(pointer, __builtin_return_address(0))) {
    return simt::not_released(pointer, __builtin_return_address(0));
  }
  return cudaSuccess;
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned int flags) {
  if (const cudaError_t error = simt::unsafe_call_error()) return result(error);
  if ((flags & cudaHostRegisterIoMemory) != 0) return result(cudaErrorNotSupported);
  if (pointer == nullptr || bytes == 0 || (flags & ~simt::kHostRegisterFlags) != 0 ||
      reinterpret_cast<std::uintptr_t>(pointer) + bytes < bytes) {
    return result(cudaErrorInvalidValue);
  }
  if (simt::overlaps_global_memory(pointer, bytes)) {
    return result(simt::is_pinned(pointer) ? cudaErrorHostMemoryAlreadyRegistered
                                           : cudaErrorInvalidValue);
  }
  const bool is_new = simt::register_range(
      {reinterpret_cast<std::uintptr_t>(pointer), bytes, flags, __builtin_return_address(0)});
  return result(is_new ? cudaSuccess : cudaErrorHostMemoryAlreadyRegistered);
}

cudaError_t cudaHostUnregister(void* pointer) {
  SIMT_API_CALL;
  if (const cudaError_t error = simt::synchronized_error()) return result(error);
  if (pointer == nullptr) return result(cudaErrorInvalidValue);
  const bool was_registered = simt::unregister_range(pointer, __builtin_return_address(0));
  return result(was_registered ? cudaSuccess : cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* host_pointer,
                                     unsigned int flags) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (device_pointer == nullptr || flags != 0 || !simt::is_pinned(host_pointer)) {
    return result(cudaErrorInvalidValue);
  }
  *device_pointer = host_pointer;
  return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned int* flags, void* pointer) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const auto allocation = simt::find_allocation(pointer);
  if (flags == nullptr || !allocation || allocation->heap != simt::Heap::kPinned) {
    return result(cudaErrorInvalidValue);
  }
  *flags = allocation->flags;
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (attributes == nullptr) return result(cudaErrorInvalidValue);
  void* const address = const_cast<void*>(pointer);
  *attributes = {};
  if (const auto allocation = simt::find_allocation(pointer)) {
    attributes->device = allocation->device;
  }
  switch (simt::accessibility_of(pointer, 1)) {
    case simt::Accessibility::kDevice:
      attributes->type = cudaMemoryTypeDevice;
      attributes->devicePointer = address;
      break;
    case simt::Accessibility::kBoth:
      attributes->type = simt::is_pinned(pointer) ? cudaMemoryTypeHost : cudaMemoryTypeManaged;
      attributes->devicePointer = attributes->hostPointer = address;
      break;
    case simt::Accessibility::kHost:
    case simt::Accessibility::kNone:
      attributes->type = cudaMemoryTypeUnregistered;
      attributes->device = cudaInvalidDeviceId;
      attributes->hostPointer = address;
      break;
  }
  attributes->isManaged = attributes->type == cudaMemoryTypeManaged;
  attributes->memoryType = attributes->isManaged ? cudaMemoryTypeDevice : attributes->type;
  return cudaSuccess;
}
