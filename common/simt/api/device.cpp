// The devices: their limits and settings, and the calls that wait for all of one.
#include <algorithm>

#include "api/launch/launch.h"
#include "api/memory/memory_pool.h"
#include "api/streams/stream.h"
#include "base/api_call.h"
#include "base/device.h"
#include "base/error.h"
#include "base/host_thread.h"
#include "cuda_runtime_api.h"
#include "execution/device_code/hooks.h"
#include "execution/device_code/print.h"
#include "memory/allocations.h"
#include "memory/kernel_heap.h"
#include "memory/registered.h"
#include "operations/queue.h"

using simt::result;

cudaError_t cudaGetDeviceCount(int* count) {
  simt::record_result(count, sizeof *count, __builtin_return_address(0), __builtin_dwarf_cfa());
  if (count == nullptr) return result(cudaErrorInvalidValue);
  *count = simt::device_count();
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
  if (!simt::is_device(device)) return result(cudaErrorInvalidDevice);
  simt::host_thread().device = device;
  return result(simt::device_error());
}

cudaError_t cudaGetDevice(int* device) {
  simt::record_result(device, sizeof *device, __builtin_return_address(0), __builtin_dwarf_cfa());
  if (device == nullptr) return result(cudaErrorInvalidValue);
  *device = simt::current_device_number();
  return cudaSuccess;
}

cudaError_t cudaInitDevice(int device, unsigned int flags, unsigned int) {
  if (!simt::is_device(device)) return result(cudaErrorInvalidDevice);
  const simt::OnDevice on(device);
  simt::current_device().flags = flags;
  return result(simt::device_error());
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  simt::current_device().flags = flags;
  return result(simt::device_error());
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  if (flags == nullptr) return result(cudaErrorInvalidValue);
  *flags = simt::current_device().flags;
  return cudaSuccess;
}

cudaError_t cudaDeviceReset() {
  SIMT_API_CALL;
  if (simt::in_host_function()) return result(simt::device_error());
  simt::drain();
  simt::flush_output();
  simt::release_all();
  simt::unregister_all();
  simt::reset_pools();
  simt::reset_device_error();
  return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize() {
  SIMT_API_CALL;
  return simt::synchronize_device();
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  simt::record_result(value, sizeof *value, __builtin_return_address(0), __builtin_dwarf_cfa());
  if (value == nullptr) return result(cudaErrorInvalidValue);
  if (!simt::is_device(device)) return result(cudaErrorInvalidDevice);
  const int* const found = simt::find_device_attribute(attribute);
  if (found == nullptr) return result(cudaErrorInvalidValue);
  *value = *found + (attribute == cudaDevAttrPciDeviceId ? device : 0);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  simt::record_result(value, sizeof *value, __builtin_return_address(0), __builtin_dwarf_cfa());
  if (value == nullptr) return result(cudaErrorInvalidValue);
  switch (limit) {
    case cudaLimitStackSize:
      *value = 64 * 1024;
      return cudaSuccess;
    case cudaLimitPrintfFifoSize:
      *value = 8650752;
      return cudaSuccess;
    case cudaLimitDevRuntimePendingLaunchCount:
      *value = simt::current_device().pending_launch_limit;
      return cudaSuccess;
    case cudaLimitMallocHeapSize:
      *value = simt::heap_limit();
      return cudaSuccess;
    case cudaLimitMaxL2FetchGranularity:
      *value = simt::current_device().l2_fetch_bytes;
      return cudaSuccess;
    case cudaLimitPersistingL2CacheSize:
      *value = simt::current_device().persisting_l2_bytes;
      return cudaSuccess;
    default:
      return result(cudaErrorUnsupportedLimit);
  }
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  if (limit == cudaLimitPersistingL2CacheSize) {
    const auto most =
        static_cast<std::size_t>(simt::device_attribute(cudaDevAttrMaxPersistingL2CacheSize));
    simt::current_device().persisting_l2_bytes = std::min(value, most);
    return cudaSuccess;
  }
  if (limit == cudaLimitMaxL2FetchGranularity) {
    simt::current_device().l2_fetch_bytes = std::min<std::size_t>(value, 128);
    return cudaSuccess;
  }
  if (limit == cudaLimitMallocHeapSize) {
    return result(simt::set_heap_limit(value) ? cudaSuccess : cudaErrorInvalidValue);
  }
  if (limit == cudaLimitDevRuntimePendingLaunchCount) {
    simt::current_device().pending_launch_limit = value;
    return cudaSuccess;
  }
  // What the model has is at least as much as any program asks for, or fixed.
  const std::size_t available = limit == cudaLimitStackSize        ? 64 * 1024
                                : limit == cudaLimitPrintfFifoSize ? ~std::size_t{0}
                                                                   : 0;
  return result(value <= available ? cudaSuccess : cudaErrorUnsupportedLimit);
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  if (config < cudaFuncCachePreferNone || config > cudaFuncCachePreferEqual) {
    return result(cudaErrorInvalidValue);
  }
  simt::current_device().cache_config = config;
  return result(simt::device_error());
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  if (config == nullptr) return result(cudaErrorInvalidValue);
  *config = simt::current_device().cache_config;
  return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
  return result(simt::is_bank_size(config) ? simt::device_error() : cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  if (config == nullptr) return result(cudaErrorInvalidValue);
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }

cudaError_t cudaRuntimeGetVersion(int* version) {
  simt::record_result(version, sizeof *version, __builtin_return_address(0), __builtin_dwarf_cfa());
  if (version == nullptr) return result(cudaErrorInvalidValue);
  *version = CUDART_VERSION;
  return cudaSuccess;
}
