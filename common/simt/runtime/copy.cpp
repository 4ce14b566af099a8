// cudaMalloc, cudaMemcpy and their relatives: the host's way to device memory.
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

#include "cuda_runtime_api.h"
#include "device.h"
#include "error.h"
#include "leaks.h"
#include "memory.h"
#include "print.h"
#include "queue.h"
#include "stream.h"

namespace simt {
bool copy_is_valid(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (to == nullptr || from == nullptr) return false;
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return false;
  const bool to_device = is_device_pointer(to);
  const bool from_device = is_device_pointer(from);
  if (to_device && !is_device_range(to, bytes)) return false;
  if (from_device && !is_device_range(from, bytes)) return false;
  switch (kind) {
    case cudaMemcpyHostToHost:
      return !to_device && !from_device;
    case cudaMemcpyHostToDevice:
      return to_device && !from_device;
    case cudaMemcpyDeviceToHost:
      return !to_device && from_device;
    case cudaMemcpyDeviceToDevice:
      return to_device && from_device;
    case cudaMemcpyDefault:
      return true;
  }
  return false;
}

namespace {

/// What device_error() is after everything issued so far: how a synchronous call reports an
/// earlier kernel's failure.
cudaError_t synchronized_error() {
  if (const cudaError_t error = unsafe_call_error()) return error;
  drain();
  flush_output();
  return device_error();
}

/// Page-locked memory by its end.
std::map<const void*, const void*>& pinned() {
  static auto* instance = new std::map<const void*, const void*>;
  return *instance;
}
std::mutex pinned_mutex;

cudaError_t host_allocate(void** pointer, std::size_t bytes, unsigned int flags, const void* site) {
  if (const cudaError_t error = unsafe_call_error()) return result(error);
  // Mapped memory, which kernels may use, is not modelled yet.
  if (pointer == nullptr || (flags & ~(cudaHostAllocPortable | cudaHostAllocWriteCombined)) != 0) {
    return result(cudaErrorInvalidValue);
  }
  *pointer = std::malloc(bytes);
  if (*pointer == nullptr) return result(bytes == 0 ? cudaSuccess : cudaErrorMemoryAllocation);
  if (bytes > 0) note_allocated(*pointer, bytes, site, " of pinned host memory");
  const std::lock_guard lock(pinned_mutex);
  pinned()[static_cast<char*>(*pointer) + bytes] = *pointer;
  return cudaSuccess;
}

}  // namespace

bool is_pinned(const void* pointer) {
  const std::lock_guard lock(pinned_mutex);
  const auto it = pinned().upper_bound(pointer);
  return it != pinned().end() && it->second <= pointer;
}

cudaError_t copy_to_symbol(Symbol symbol, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind) {
  if (!is_device_pointer(symbol.address)) return result(cudaErrorInvalidSymbol);
  if (offset > symbol.bytes || bytes > symbol.bytes - offset) return result(cudaErrorInvalidValue);
  return cudaMemcpy(static_cast<char*>(const_cast<void*>(symbol.address)) + offset, from, bytes,
                    kind);
}

cudaError_t copy_from_symbol(void* to, Symbol symbol, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind) {
  if (!is_device_pointer(symbol.address)) return result(cudaErrorInvalidSymbol);
  if (offset > symbol.bytes || bytes > symbol.bytes - offset) return result(cudaErrorInvalidValue);
  return cudaMemcpy(to, static_cast<const char*>(symbol.address) + offset, bytes, kind);
}

cudaError_t symbol_address(void** pointer, Symbol symbol) {
  if (!is_device_pointer(symbol.address)) return result(cudaErrorInvalidSymbol);
  *pointer = const_cast<void*>(symbol.address);
  return cudaSuccess;
}

cudaError_t symbol_size(std::size_t* bytes, Symbol symbol) {
  if (!is_device_pointer(symbol.address)) return result(cudaErrorInvalidSymbol);
  *bytes = symbol.bytes;
  return cudaSuccess;
}

}  // namespace simt

using simt::result;

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  if (const cudaError_t error = simt::unsafe_call_error()) return result(error);
  if (pointer == nullptr) return result(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  *pointer = simt::allocate(bytes, __builtin_return_address(0));
  return result(*pointer != nullptr ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaFree(void* pointer) {
  if (const cudaError_t error = simt::synchronized_error()) return result(error);
  if (pointer == nullptr || simt::release(pointer, __builtin_return_address(0))) return cudaSuccess;
  return result(cudaErrorInvalidValue);
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  return simt::host_allocate(pointer, bytes, cudaHostAllocDefault, __builtin_return_address(0));
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned int flags) {
  return simt::host_allocate(pointer, bytes, flags, __builtin_return_address(0));
}

cudaError_t cudaFreeHost(void* pointer) {
  if (const cudaError_t error = simt::synchronized_error()) return result(error);
  {
    const std::lock_guard lock(simt::pinned_mutex);
    for (auto it = simt::pinned().begin(); it != simt::pinned().end(); ++it) {
      if (it->second != pointer) continue;
      simt::pinned().erase(it);
      break;
    }
  }
  simt::note_freed(pointer);
  std::free(pointer);
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (const cudaError_t error = simt::stream_error(nullptr)) return result(error);
  if (bytes == 0) return cudaSuccess;
  if (!simt::copy_is_valid(to, from, bytes, kind)) return result(cudaErrorInvalidValue);
  simt::wait_for(simt::submit_to(nullptr, simt::CopyWork{to, from, bytes}));
  simt::flush_output();
  return result(simt::device_error());
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (const cudaError_t error = simt::stream_error(stream)) return result(error);
  if (bytes == 0) return cudaSuccess;
  if (!simt::copy_is_valid(to, from, bytes, kind)) return result(cudaErrorInvalidValue);
  simt::submit_copy(stream, to, from, bytes);
  return cudaSuccess;
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
  return cudaMemsetAsync(pointer, value, bytes, nullptr);
}

cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (const cudaError_t error = simt::stream_error(stream)) return result(error);
  if (bytes == 0) return cudaSuccess;
  if (!simt::is_device_range(pointer, bytes)) return result(cudaErrorInvalidValue);
  const auto byte = static_cast<unsigned char>(value);
  simt::submit_to(stream, simt::FillWork{{pointer, bytes, byte, 1, bytes, 1}});
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (free_bytes == nullptr || total_bytes == nullptr) return result(cudaErrorInvalidValue);
  *total_bytes = simt::device_memory_bytes();
  *free_bytes = *total_bytes - simt::allocated_bytes();
  return cudaSuccess;
}
