/// @file
/// @ingroup simt_memory
/// The table of allocations in global memory, for the files of this room: what others ask of it is in allocations.h,
/// kernel_heap.h and graph_allocations.h.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

#include "simt/elements.h"

#include "base/address_map.h"
#include "base/call_chain.h"
#include "base/device.h"
#include "memory/allocations.h"

namespace simt {

struct Allocation {
  std::size_t bytes;
  const void* site;                  ///< where it was made
  CallChain calls;                   ///< that have led there; none in a kernel
  const void* freed_site = nullptr;  ///< where it was freed, null while it lives
  unsigned flags = 0;
  int device = 0;          ///< that was current
  Elements elements{};     ///< what it is an array of
  bool committed = false;  ///< kernels can use it, or could until it was freed
  bool gone = false;       ///< freed, and kernels can use it no longer
  bool release_has_failed = false;
  bool is_graphs = false;  ///< a graph's launches allocate and free it, again and again
  bool is_kept = false;    ///< of a graph's: allocated by a launch that does not free it

  bool is_hosts_to_free() const { return is_graphs ? is_kept : freed_site == nullptr; }
  /// The host has it no longer. False if it was not the host's to free.
  bool free_for_host(const void* where);
};

/// Around every allocation there is memory that belongs to none, so that running off its ends is noticed: as much as
/// the allocation itself has, so that an index that is a row too far, or counts from the wrong end, meets no other one.
inline constexpr std::size_t kLeastGap = 2 * kGranule;
inline constexpr std::size_t kMostGap = std::size_t{64} << 20;
inline std::size_t gap_around(std::size_t bytes) { return std::clamp(bytes, kLeastGap, kMostGap); }

/// A part of global memory and how much of it is taken.
struct Area {
  const char* name;
  const char* kind;  ///< for the leaks
  std::uintptr_t base;
  std::size_t size;
  std::size_t alignment;       ///< of allocations, as a GPU's driver has it
  std::uintptr_t next = base;  ///< the end of the last allocation
  std::size_t last_gap = 0;    ///< that one's
  std::size_t live_bytes = 0;

  /// The first address that is that far behind `end`.
  std::uintptr_t behind(std::uintptr_t end, std::size_t gap) const {
    return (end + gap + alignment - 1) / alignment * alignment;
  }
};

inline constexpr std::size_t kDefaultHeapLimit = std::size_t{8} << 20;

/// What a device has.
struct DeviceMemory {
  explicit DeviceMemory(const Owner& device);

  Area global;
  Area heap;
  std::size_t heap_limit = kDefaultHeapLimit;
  bool heap_was_used = false;
  std::size_t freed_heap_bytes = 0;
};

Heap heap_of(std::uintptr_t address);
inline Heap heap_of(const void* pointer) {
  return heap_of(reinterpret_cast<std::uintptr_t>(pointer));
}

/// Of the process: host and devices share one address space. It has the memory of devices, too.
class AllocationTable {
 public:
  /// What was freed is in there, too: an access after free is no wild one.
  using Map = std::map<std::uintptr_t, Allocation>;
  const Map& all() const { return by_address_; }
  Map& all() { return by_address_; }

  /// Null if none begins there.
  Allocation* find(const void* pointer);
  /// The allocation that `address` is in or nearest after; null if none begins before it.
  Map::value_type* before(std::uintptr_t address);
  /// The allocation that `address` is in; null if it is in none.
  Map::value_type* at(std::uintptr_t address);

  /// A new one, which kernels cannot use yet; null if there is not that much left.
  void* take(std::size_t bytes, const void* site, Heap heap, unsigned flags);
  /// Kernels can use it, if they may.
  void make_visible(const void* pointer, Allocation& allocation);
  /// Kernels can use it no longer.
  void free_for_kernels(const void* pointer, Allocation& allocation);
  /// For the host and for kernels; false if it was not the host's to free.
  bool free(const void* pointer, const void* site);

  void declare(const void* pointer, Elements elements);
  /// Whether any allocation was one of structs: else launches need not look at them.
  bool had_structs() const { return had_structs_; }

  /// Of the current device.
  DeviceMemory& device() const { return device(current_device_number()); }
  DeviceMemory& device(int number) const;
  Area& area(Heap heap) { return area(heap, current_device_number()); }
  Area& area(Heap heap, int device);

 private:
  friend class LockedAllocations;

  std::uintptr_t find_address(Area& area, std::size_t bytes);
  std::size_t limit_of(Heap heap);

  std::mutex mutex_;
  Map by_address_;
  Area pinned_{"pinned host memory", " of pinned host memory", kPinnedBase, kPinnedBytes, 4096};
  Area managed_{"managed memory", " of managed memory", kManagedBase, kManagedBytes, kManagedPage};
  bool had_structs_ = false;
};

/// The table, which no other thread has meanwhile.
class LockedAllocations {
 public:
  LockedAllocations();
  AllocationTable* operator->() const { return &table_; }
  AllocationTable& operator*() const { return table_; }

 private:
  AllocationTable& table_;
  const std::lock_guard<std::mutex> lock_;
};

}  // namespace simt
