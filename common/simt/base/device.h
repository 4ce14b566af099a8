/// @file
/// @ingroup simt_base
/// The devices that the model reports: an H200's limits, with this machine's memory.
#pragma once

#include <atomic>
#include <cstddef>

#include "driver_types.h"

#include "base/owner.h"

namespace simt {

inline constexpr std::size_t kStaticSharedLimit = 48 * 1024;
inline constexpr std::size_t kOptInSharedLimit = 232448;
/// The model has no register allocator: every kernel is taken to use this many.
inline constexpr int kRegistersPerThread = 32;

/// Owns what a device has for itself: what a program sets for it, here with its initial values, and what
/// other rooms keep for it.
class Device : public Owner {
 public:
  constexpr Device(int device) : Owner(device) {}  // NOLINT: there is an array of them

  unsigned flags = cudaDeviceScheduleAuto;
  cudaFuncCache cache_config = cudaFuncCachePreferNone;
  std::size_t persisting_l2_bytes = 0;                  ///< kept and answered: there is no L2 cache
  std::size_t l2_fetch_bytes = 64;                      ///< a hint
  std::atomic<std::size_t> pending_launch_limit{2048};  ///< cudaLimitDevRuntimePendingLaunchCount
  std::atomic<cudaError_t> sticky_error{cudaSuccess};   ///< of a kernel that was stopped
};
inline constexpr int kMostDevices = 8;
/// How many there are: SIMT_DEVICES.
int device_count();
inline bool is_device(int number) { return number >= 0 && number < device_count(); }
/// The number of the device that calls are for: that of the running kernel, or else what the host thread has set.
int current_device_number();
Device& current_device();

/// While it lives, calls of this host thread are for another device.
class OnDevice {
 public:
  explicit OnDevice(int number);
  ~OnDevice();
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  const int before_;
};

/// Bytes that cudaMalloc can hand out on each device: what an H200 has, or its share of half of this machine's.
std::size_t device_memory_bytes();

/// Whether shared memory could have such banks; the model has those of 4 bytes.
bool is_bank_size(cudaSharedMemConfig config);

/// Null: there is no such attribute.
const int* find_device_attribute(cudaDeviceAttr attribute);
/// -1: there is no such attribute.
int device_attribute(cudaDeviceAttr attribute);

}  // namespace simt
