/// @file
/// @ingroup simt_memory
/// The table of allocations in global memory, of which memory.h shows what others ask.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

#include "simt/elements.h"

#include "base/address_map.h"
#include "base/call_chain.h"
#include "memory/allocations.h"

namespace simt {

struct Allocation {
  std::size_t bytes;
  const void* site;                  ///< where it was made
  CallChain calls;                   ///< that have led there; none in a kernel
  const void* freed_site = nullptr;  ///< where it was freed, null while it lives
  unsigned flags = 0;
  Elements elements{};     ///< what it is an array of
  bool committed = false;  ///< kernels can use it, or could until it was freed
  bool gone = false;       ///< freed, and kernels can use it no longer
  bool release_has_failed = false;
  bool is_graphs = false;  ///< a graph's launches allocate and free it, again and again
  bool is_kept = false;    ///< of a graph's: allocated by a launch that does not free it

  bool is_hosts_to_free() const { return is_graphs ? is_kept : freed_site == nullptr; }
};

/// Around every allocation there is memory that belongs to none, so that running off its ends is noticed.
inline constexpr std::size_t kGap = 2 * kGranule;

/// A part of global memory and how much of it is taken.
struct Area {
  const char* name;
  const char* kind;  ///< for the leaks
  std::uintptr_t base;
  std::size_t size;
  std::size_t alignment;  ///< of allocations, as a GPU's driver has it
  std::uintptr_t next = base + alignment;
  std::size_t live_bytes = 0;

  std::size_t footprint(std::size_t bytes) const {
    return (bytes + kGap + alignment - 1) / alignment * alignment;
  }
};

/// Of the process: host and devices share one address space.
struct Allocations {
  using Map = std::map<std::uintptr_t, Allocation>;

  std::mutex mutex;  ///< guards all of this, and the memory of devices
  Map by_address;    ///< with what was freed: an access after free is no wild one
  Area pinned{"pinned host memory", " of pinned host memory", kPinnedBase, kPinnedBytes, 4096};
  Area managed{"managed memory", " of managed memory", kManagedBase, kManagedBytes, kManagedPage};
  std::atomic<bool> had_graph_memory{false};  ///< any allocation ever was a graph's
  bool had_structs = false;  ///< any was one of structs: else launches need not look at them

  /// Null if none begins there.
  Allocation* find(const void* pointer);
  /// The allocation that `address` is in or nearest after; end() if none begins before it.
  Map::iterator before(std::uintptr_t address);
};
Allocations& allocations();

inline constexpr std::size_t kDefaultHeapLimit = std::size_t{8} << 20;

/// What a device has.
struct DeviceMemory {
  Area global{"global memory", "", kDeviceBase, kDeviceBytes, 512};
  Area heap{"the device heap", " of the device heap", kHeapBase, kHeapBytes, 256};
  std::size_t heap_limit = kDefaultHeapLimit;
  bool heap_was_used = false;
  std::size_t freed_heap_bytes = 0;
};

Heap heap_of(std::uintptr_t address);
Area& area_of(Heap heap);

}  // namespace simt
