// cudaMalloc, cudaMemcpy and their relatives: the host's way to device memory.
#include <optional>
#include <string>

#include "api/memory/copy.h"
#include "api/memory/copy_region.h"
#include "api/memory/memory_pool.h"
#include "api/streams/stream.h"
#include "api/work/graph_memory.h"
#include "base/api_call.h"
#include "base/device.h"
#include "base/error.h"
#include "base/refusals.h"
#include "base/symbols.h"
#include "base/warning.h"
#include "cuda_runtime_api.h"
#include "execution/device_code/heap.h"
#include "execution/device_code/hooks.h"
#include "execution/device_code/print.h"
#include "memory/accessibility.h"
#include "memory/allocations.h"
#include "memory/copy_refusals.h"
#include "memory/peers.h"
#include "operations/queue.h"

namespace simt {

cudaError_t synchronized_error() {
  if (const cudaError_t error = unsafe_call_error()) return error;
  drain();
  flush_output();
  return device_error();
}

cudaError_t not_released(const void* pointer, const void* site) {
  result(cudaErrorInvalidValue);
  check_double_free(pointer, site);
  return cudaErrorInvalidValue;
}

void warn_of_overlap() {
  const CallSite& call = ApiCall::current();
  warn_once("overlap", call.site, [&] {
    return std::string(call.function) + " between places that overlap\n  at      " +
           source_line(call.site) +
           "\n  advice  the bytes go in any order, so what is copied may have been overwritten: "
           "copy through "
           "another buffer\n";
  });
}

void check_overlap(const void* to, const void* from, std::size_t bytes) {
  const auto a = reinterpret_cast<std::uintptr_t>(to), b = reinterpret_cast<std::uintptr_t>(from);
  if (a != b && (a < b ? b - a : a - b) < bytes) warn_of_overlap();
}

namespace {

cudaError_t refuse(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  const std::string reason = copy_refusal(kind, copy_end(to, bytes), copy_end(from, bytes));
  return result(reason.empty() ? cudaErrorInvalidValue : because(cudaErrorInvalidValue, reason));
}

/// Whether the sides of cudaMemcpyPeer are on the devices that it names.
cudaError_t peer_copy_error(const void* to, int to_device, const void* from, int from_device) {
  if (!is_device(to_device) || !is_device(from_device)) return cudaErrorInvalidDevice;
  const auto wrong = [](const char* side, const void* pointer, int device) -> std::string {
    const std::optional<int> owner = device_of(pointer);
    if (!owner || *owner == device) return {};
    return std::string("the ") + side + " is memory of device " + std::to_string(*owner) +
           ", and the call says " + std::to_string(device);
  };
  std::string reason = wrong("target", to, to_device);
  if (reason.empty()) reason = wrong("source", from, from_device);
  return reason.empty() ? cudaSuccess : because(cudaErrorInvalidValue, reason);
}

}  // namespace

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                 bool is_valid) {
  if (const cudaError_t error = stream_error(nullptr)) return result(error);
  if (bytes == 0) return cudaSuccess;
  if (!is_valid) return refuse(to, from, bytes, kind);
  check_overlap(to, from, bytes);
  const TaskPtr task = enqueue_in_default_streams(CopyWork{to, from, bytes, kind});
  const bool is_inside = accessibility_of(to, bytes) == Accessibility::kDevice &&
                         accessibility_of(from, bytes) == Accessibility::kDevice;
  if (is_inside) return cudaSuccess;  // the host cannot see what it does: it does not wait
  wait_for(task);
  flush_output();
  return result(device_error());
}

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                 cudaStream_t stream, bool is_valid) {
  if (const cudaError_t error = device_error()) return result(error);
  if (const cudaError_t error = stream_error(stream)) return result(error);
  if (bytes == 0) return cudaSuccess;
  if (!is_valid) return refuse(to, from, bytes, kind);
  check_overlap(to, from, bytes);
  enqueue_copy(stream, to, from, bytes, kind);
  return cudaSuccess;
}

}  // namespace simt

using simt::result;

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  if (simt::is_device_code()) {  // the same as malloc()
    simt::record_result(pointer, sizeof *pointer, __builtin_return_address(0),
                        __builtin_dwarf_cfa());
    if (pointer == nullptr) return result(cudaErrorInvalidValue);
    *pointer = bytes > 0 ? simt::heap_allocate(bytes, __builtin_return_address(0)) : nullptr;
    return result(*pointer != nullptr || bytes == 0 ? cudaSuccess : cudaErrorMemoryAllocation);
  }
  SIMT_API_CALL;
  if (const cudaError_t error = simt::unsafe_call_error()) return result(error);
  if (pointer == nullptr) return result(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  *pointer = simt::allocate(bytes, __builtin_return_address(0));
  return result(*pointer != nullptr ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaFree(void* pointer) {
  if (simt::is_device_code()) {
    simt::heap_release(pointer, "cudaFree", __builtin_return_address(0));
    return cudaSuccess;
  }
  SIMT_API_CALL;
  const simt::OnDevice on(simt::device_of(pointer).value_or(simt::current_device_number()));
  if (const cudaError_t error = simt::synchronized_error()) {
    simt::record_failed_release(pointer);
    return result(error);
  }
  if (pointer == nullptr) return cudaSuccess;
  const bool is_hosts = simt::is_pinned(pointer);
  if (is_hosts || !simt::release(pointer, __builtin_return_address(0))) {
    return simt::not_released(pointer, __builtin_return_address(0));
  }
  simt::record_pool_memory_freed(pointer);
  simt::record_graph_memory_freed(pointer, nullptr);
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  SIMT_API_CALL;
  return simt::copy(to, from, bytes, kind, simt::copy_is_valid(to, from, bytes, kind));
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::copy(to, from, bytes, kind, stream, simt::copy_is_valid(to, from, bytes, kind));
}

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                           std::size_t bytes) {
  SIMT_API_CALL;
  if (const cudaError_t error = simt::peer_copy_error(to, to_device, from, from_device)) {
    return result(error);
  }
  return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                std::size_t bytes, cudaStream_t stream) {
  SIMT_API_CALL;
  if (const cudaError_t error = simt::peer_copy_error(to, to_device, from, from_device)) {
    return result(error);
  }
  return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
  SIMT_API_CALL;
  return cudaMemset2D(pointer, bytes, value, bytes, 1);
}

cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream) {
  SIMT_API_CALL;
  return cudaMemset2DAsync(pointer, bytes, value, bytes, 1, stream);
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (free_bytes == nullptr || total_bytes == nullptr) return result(cudaErrorInvalidValue);
  *total_bytes = simt::device_memory_bytes();
  *free_bytes = *total_bytes - simt::allocated_bytes();
  return cudaSuccess;
}
