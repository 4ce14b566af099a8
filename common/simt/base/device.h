/// @file
/// @ingroup simt_base
/// The device that the model reports: an H200's limits, with this machine's memory.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>

#include "driver_types.h"

namespace simt {

inline constexpr std::size_t kStaticSharedLimit = 48 * 1024;
inline constexpr std::size_t kOptInSharedLimit = 232448;
/// The model has no register allocator: every kernel is taken to use this many.
inline constexpr int kRegistersPerThread = 32;

/// The owner of what a device has for itself: settings of the program's, with the values that they have until then, and
/// parts that only their rooms know.
class Device {
 public:
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  /// The device's T, made when it is first asked for. It lasts as long as the process: OS threads of the device may use
  /// it when the program's static objects are gone.
  template <class T>
  T& part() {
    static const std::size_t number = next_part();
    void* part = parts_[number].load(std::memory_order_acquire);
    if (part == nullptr) [[unlikely]] {
      const std::lock_guard lock(mutex_);
      part = parts_[number].load(std::memory_order_relaxed);
      if (part == nullptr) parts_[number].store(part = new T, std::memory_order_release);
    }
    return *static_cast<T*>(part);
  }

  unsigned flags = cudaDeviceScheduleAuto;
  cudaFuncCache cache_config = cudaFuncCachePreferNone;
  std::size_t persisting_l2_bytes = 0;                  ///< kept and answered: there is no L2 cache
  std::size_t l2_fetch_bytes = 64;                      ///< a hint
  std::atomic<std::size_t> pending_launch_limit{2048};  ///< cudaLimitDevRuntimePendingLaunchCount

 private:
  static constexpr std::size_t kMostParts = 64;
  /// Of a type of parts, in all devices.
  static std::size_t next_part();

  std::array<std::atomic<void*>, kMostParts> parts_{};
  std::recursive_mutex mutex_;  ///< while a part is made, which may ask for others
};
/// The device that calls are for: there is one.
Device& current_device();

/// Bytes that cudaMalloc can hand out in total: what an H200 has, or half of this machine's.
std::size_t device_memory_bytes();

/// Null: there is no such attribute.
const int* find_device_attribute(cudaDeviceAttr attribute);
/// -1: there is no such attribute.
int device_attribute(cudaDeviceAttr attribute);

}  // namespace simt
