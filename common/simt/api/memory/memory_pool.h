/// @file
/// @ingroup simt_api
/// Pools of stream-ordered memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "simt/memory_types.h"

#include "base/device.h"

struct CUmemPoolHandle_st {
  int device = 0;
  std::size_t max_bytes = 0;  ///< 0: no limit
  std::uint64_t threshold = 0;
  std::uint64_t reserved = 0, reserved_high = 0;
  std::uint64_t used = 0, used_high = 0;
  int reuse[3] = {1, 1, 1};  ///< event dependencies, opportunistic, internal dependencies
};

namespace simt {
using Pool = CUmemPoolHandle_st;

/// A pool takes memory from the device in pieces of this size.
inline constexpr std::uint64_t kPiece = std::uint64_t{32} << 20;

inline std::uint64_t in_pieces(std::uint64_t bytes) {
  return (bytes + kPiece - 1) / kPiece * kPiece;
}

struct PoolMemory {
  std::size_t bytes;
  std::shared_ptr<Pool> pool;
};

/// Of a device.
struct DevicePools {
  std::shared_ptr<Pool> default_pool = std::make_shared<Pool>();
  std::shared_ptr<Pool> current = default_pool;
};

struct Pools {
  Pools() {
    for (int i = 0; i < kMostDevices; ++i) of[i].default_pool->device = i;
  }
  std::mutex mutex;
  DevicePools of[kMostDevices];
  std::vector<std::shared_ptr<Pool>> created;
  std::map<void*, PoolMemory> memory;

  std::shared_ptr<Pool> find(cudaMemPool_t handle) const {
    for (const DevicePools& device : of) {
      if (handle == device.default_pool.get()) return device.default_pool;
    }
    for (const auto& pool : created) {
      if (pool.get() == handle) return pool;
    }
    return nullptr;
  }
};
Pools& pools();
std::shared_ptr<Pool> find_pool(cudaMemPool_t handle);
/// Gives back what is unused, down to `keep` bytes. Needs the lock.
void trim(Pool& pool, std::uint64_t keep);

/// cudaFree has freed this; its pool, if it has one, needs to know.
void record_pool_memory_freed(void* pointer);
/// cudaDeviceReset: nothing is left of the current device's but the default pool.
void reset_pools();

}  // namespace simt
