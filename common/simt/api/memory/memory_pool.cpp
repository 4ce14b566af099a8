// Stream-ordered memory. A pool hands out addresses like cudaMalloc and does the accounting of a real
// one; kernels may use the memory from where its stream comes to the allocation to where a stream
// comes to the release.
#include "api/memory/memory_pool.h"
#include "api/memory/copy.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include "api/streams/capture.h"
#include "api/streams/stream.h"
#include "api/work/graph_memory.h"
#include "base/api_call.h"
#include "base/device.h"
#include "base/error.h"
#include "base/process.h"
#include "cuda_runtime_api.h"
#include "memory/allocations.h"

namespace simt {
namespace {

void add_used(Pool& pool, std::uint64_t bytes) {
  pool.used += bytes;
  pool.used_high = std::max(pool.used_high, pool.used);
  pool.reserved = std::max(pool.reserved, in_pieces(pool.used));
  pool.reserved_high = std::max(pool.reserved_high, pool.reserved);
}

/// The books after a release. A GPU's driver trims the pool at the next synchronization, the model
/// here: without one there is no difference to observe.
void remove_used(void* pointer) {
  const std::lock_guard lock(pools().mutex);
  const auto it = pools().memory.find(pointer);
  if (it == pools().memory.end()) return;
  Pool& pool = *it->second.pool;
  pool.used -= it->second.bytes;
  trim(pool, pool.threshold);
  pools().memory.erase(it);
}

cudaError_t allocate_in_order(void** pointer, std::size_t bytes, std::shared_ptr<Pool> pool,
                              cudaStream_t stream, const void* site) {
  if (const cudaError_t error = device_error()) return result(error);
  if (const cudaError_t error = stream_error(stream)) return result(error);
  if (pointer == nullptr || pool == nullptr) return result(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (const auto captured = capture_allocation(stream, bytes, site, pointer)) {
    return result(*captured);
  }
  {
    const std::lock_guard lock(pools().mutex);
    if (pool->max_bytes != 0 && pool->used + bytes > in_pieces(pool->max_bytes)) {
      return result(cudaErrorMemoryAllocation);
    }
    const OnDevice on(pool->device);
    *pointer = reserve(bytes, site);
    if (*pointer == nullptr) return result(cudaErrorMemoryAllocation);
    add_used(*pool, bytes);
    pools().memory[*pointer] = {bytes, std::move(pool)};
  }
  Footprint footprint;
  footprint.add(Touch::kAllocate, reinterpret_cast<std::uintptr_t>(*pointer), bytes);
  enqueue_work(stream, CallWork{[address = *pointer] { commit(address); },
                                OperationKind::kAllocation, std::move(footprint)});
  return cudaSuccess;
}

std::shared_ptr<Pool> current_pool(int device) {
  const std::lock_guard lock(pools().mutex);
  return pools().of[device].current;
}

/// Of the device that the stream belongs to.
std::shared_ptr<Pool> pool_of(cudaStream_t handle) {
  const Lock lock(state().mutex);
  const auto stream = find_stream(handle);
  return current_pool(stream != nullptr ? stream->device : current_device_number());
}

}  // namespace

Pools& pools() { return process().part<Pools>(); }

std::shared_ptr<Pool> find_pool(cudaMemPool_t handle) {
  const std::lock_guard lock(pools().mutex);
  return pools().find(handle);
}

void trim(Pool& pool, std::uint64_t keep) {
  if (keep >= pool.reserved) return;
  pool.reserved = std::min(pool.reserved, std::max(in_pieces(pool.used), in_pieces(keep)));
}

void record_pool_memory_freed(void* pointer) { remove_used(pointer); }

void reset_pools() {
  const std::lock_guard lock(pools().mutex);
  const int number = current_device_number();
  std::erase_if(pools().memory, [&](const auto& m) { return m.second.pool->device == number; });
  std::erase_if(pools().created, [&](const auto& pool) { return pool->device == number; });
  DevicePools& device = pools().of[number];
  *device.default_pool = Pool();
  device.default_pool->device = number;
  device.current = device.default_pool;
}

}  // namespace simt

using simt::pools;
using simt::result;

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::allocate_in_order(pointer, bytes, simt::pool_of(stream), stream,
                                 __builtin_return_address(0));
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::allocate_in_order(pointer, bytes, simt::find_pool(pool), stream,
                                 __builtin_return_address(0));
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  SIMT_API_CALL;
  if (const cudaError_t error = simt::device_error()) {
    simt::record_failed_release(pointer);
    return result(error);
  }
  if (const cudaError_t error = simt::stream_error(stream)) return result(error);
  if (const auto captured = simt::capture_release(stream, pointer)) return result(*captured);
  const auto allocation = simt::find_allocation(pointer);
  const bool is_devices = allocation && allocation->heap == simt::Heap::kDevice;
  if (!is_devices || !simt::begin_release(pointer, __builtin_return_address(0))) {
    return simt::not_released(pointer, __builtin_return_address(0));
  }
  const auto release = [pointer] {
    simt::finish_release(pointer);
    simt::remove_used(pointer);
  };
  simt::Footprint footprint;
  footprint.add(simt::Touch::kRelease, allocation->address, allocation->bytes);
  const simt::TaskPtr task = simt::enqueue_work(
      stream, simt::CallWork{release, simt::OperationKind::kRelease, std::move(footprint)});
  simt::record_graph_memory_freed(pointer, simt::operation_of(task));
  return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  if (const cudaError_t error = simt::unsafe_call_error()) return result(error);
  if (pool == nullptr || properties == nullptr ||
      properties->allocType != cudaMemAllocationTypePinned) {
    return result(cudaErrorInvalidValue);
  }
  // Memory of the host's, and memory for other processes, are not modelled.
  if (properties->location.type != cudaMemLocationTypeDevice ||
      properties->handleTypes != cudaMemHandleTypeNone || properties->usage != 0) {
    return result(cudaErrorNotSupported);
  }
  if (!simt::is_device(properties->location.id)) return result(cudaErrorInvalidDevice);
  const auto made = std::make_shared<CUmemPoolHandle_st>();
  made->device = properties->location.id;
  made->max_bytes = properties->maxSize;
  const std::lock_guard lock(pools().mutex);
  pools().created.push_back(made);
  *pool = made.get();
  return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  const std::lock_guard lock(pools().mutex);
  auto& created = pools().created;
  const auto it = std::find_if(created.begin(), created.end(),
                               [pool](const auto& made) { return made.get() == pool; });
  if (it == created.end()) return result(cudaErrorInvalidValue);
  simt::DevicePools& device = pools().of[pool->device];
  if (device.current == *it) device.current = device.default_pool;
  created.erase(it);  // its allocations keep it alive
  return cudaSuccess;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  if (!simt::is_device(device)) return result(cudaErrorInvalidDevice);
  if (pool == nullptr) return result(cudaErrorInvalidValue);
  *pool = pools().of[device].default_pool.get();
  return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  if (!simt::is_device(device)) return result(cudaErrorInvalidDevice);
  if (pool == nullptr) return result(cudaErrorInvalidValue);
  *pool = simt::current_pool(device).get();
  return cudaSuccess;
}

namespace {

/// Whether the model has pools of such memory.
cudaError_t check_pool_place(const cudaMemLocation* place, cudaMemAllocationType type) {
  if (place == nullptr) return cudaErrorInvalidValue;
  if (type != cudaMemAllocationTypePinned && type != cudaMemAllocationTypeManaged) {
    return cudaErrorInvalidValue;
  }
  if (place->type != cudaMemLocationTypeDevice || type == cudaMemAllocationTypeManaged) {
    return cudaErrorNotSupported;
  }
  return simt::is_device(place->id) ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* pool, cudaMemLocation* place,
                                     cudaMemAllocationType type) {
  const cudaError_t error = check_pool_place(place, type);
  return error != cudaSuccess ? result(error) : cudaDeviceGetDefaultMemPool(pool, place->id);
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t* pool, cudaMemLocation* place,
                              cudaMemAllocationType type) {
  const cudaError_t error = check_pool_place(place, type);
  return error != cudaSuccess ? result(error) : cudaDeviceGetMemPool(pool, place->id);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  if (!simt::is_device(device)) return result(cudaErrorInvalidDevice);
  const std::lock_guard lock(pools().mutex);
  const auto found = pools().find(pool);
  if (found == nullptr || found->device != device) return result(cudaErrorInvalidValue);
  pools().of[device].current = found;
  return cudaSuccess;
}
