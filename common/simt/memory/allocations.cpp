
#include <string>
#include <utility>

#include "base/api_call.h"
#include "base/call_chain.h"
#include "base/device.h"
#include "base/double_release.h"
#include "base/error.h"
#include "base/ignored_errors.h"
#include "base/process.h"
#include "base/settings.h"
#include "base/static_memory.h"
#include "memory/address_space.h"
#include "memory/allocation_table.h"
#include "memory/allocations.h"
#include "memory/elements.h"
#include "memory/graph_allocations.h"
#include "memory/kernel_heap.h"
#include "memory/leaks.h"
#include "memory/pages.h"
#include "memory/written.h"
#include "races/global_shadow.h"

namespace simt {
namespace {

DeviceMemory& device_memory() { return current_device().part<DeviceMemory>(); }

void set_shadow(std::uintptr_t address, std::size_t bytes, bool valid) {
  for (std::size_t i = 0; i < bytes; i += kGranule) {
    const std::size_t left = bytes - i;
    global_shadow(address + i) =
        valid ? static_cast<std::uint16_t>(left < kGranule ? left : kGranule) : 0;
  }
}

/// Clears the shadow of earlier users.
std::uintptr_t forget_users(std::uintptr_t address, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += kUnit) unit_of(address + i) = {};
  return address;
}

/// Addresses are handed out once; only when all are used up, freed ones are taken again.
std::uintptr_t find_address(Area& area, std::size_t bytes) {
  const std::uintptr_t end = area.base + area.size;
  const std::size_t footprint = area.footprint(bytes);
  if (footprint <= end - area.next) {
    const std::uintptr_t address = area.next;
    area.next += footprint;
    return address;
  }
  std::uintptr_t candidate = area.base + area.alignment;
  for (auto it = allocations().by_address.lower_bound(area.base);
       it != allocations().by_address.end() && it->first < end;) {
    if (it->second.gone && !it->second.is_graphs) {
      it = allocations().by_address.erase(it);
      continue;
    }
    if (it->first - candidate >= footprint) return forget_users(candidate, bytes);
    candidate = it->first + area.footprint(it->second.bytes);
    ++it;
  }
  return end - candidate >= footprint ? forget_users(candidate, bytes) : 0;
}

/// What the heap may hold in total.
std::size_t limit_of(Heap heap) {
  return heap == Heap::kDevice    ? device_memory_bytes()
         : heap == Heap::kKernels ? device_memory().heap_limit
                                  : area_of(heap).size;
}

void* take(std::size_t bytes, const void* site, Heap heap, unsigned flags) {
  reserve_address_map();
  Area& area = area_of(heap);
  const std::size_t limit = limit_of(heap);
  if (bytes > limit || area.live_bytes > limit - bytes) return nullptr;
  const std::uintptr_t address = find_address(area, bytes);
  if (address == 0) return nullptr;
  CallChain calls;
  if (heap != Heap::kKernels) {
    site = user_site(site);
    calls = call_chain(site);
  }
  allocations().by_address[address] = {bytes, site, std::move(calls), nullptr, flags};
  area.live_bytes += bytes;
  return reinterpret_cast<void*>(address);
}

void make_visible(const void* pointer, Allocation& allocation) {
  if (allocation.is_graphs) {
    area_of(Heap::kDevice).live_bytes += allocation.bytes;
    allocation.gone = false;
  }
  if (allocation.gone) return;
  allocation.committed = true;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  set_shadow(address, allocation.bytes, true);
  // What the host writes, the model does not see.
  const bool is_watched = settings().check_init != InitCheck::kOff && address >= kDeviceBase;
  if (!is_watched) mark_written(address, allocation.bytes);
}

bool free_for_host(Allocation* allocation, const void* site) {
  if (allocation == nullptr || !allocation->is_hosts_to_free()) return false;
  allocation->is_kept = false;
  allocation->freed_site = site;
  return true;
}

void free_for_kernels(const void* pointer, Allocation& allocation) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const bool is_absent = allocation.is_graphs && (allocation.gone || !allocation.committed);
  allocation.gone = true;
  if (!is_absent) area_of(heap_of(address)).live_bytes -= allocation.bytes;
  set_shadow(address, allocation.bytes, false);
  const std::size_t bytes = allocation.bytes;
  mark_unwritten(address, bytes);
  give_back_pages(address, bytes);
  // The shadow of freed memory on the heap of kernels is kept for a while: blocks whose accesses have yet to be checked
  // may race with the free.
  constexpr std::size_t kMaxKeptShadow = std::size_t{256} << 20;
  if (heap_of(address) == Heap::kKernels &&
      (device_memory().freed_heap_bytes += bytes) < kMaxKeptShadow)
    return;
  give_back_pages(reinterpret_cast<std::uintptr_t>(&unit_of(address)), bytes);
  const UnitValues values = values_of(address);
  give_back_pages(reinterpret_cast<std::uintptr_t>(values.words), bytes / 2);
  give_back_pages(reinterpret_cast<std::uintptr_t>(values.bytes), bytes);
}

/// After main, the handlers of atexit and the destructors of the program's objects.
[[gnu::destructor(101)]] void at_end() {
  report_ignored_errors();
  report_pages();
  report_leaks();
  end_after_failure();
}

}  // namespace

Allocation* Allocations::find(const void* pointer) {
  const auto it = by_address.find(reinterpret_cast<std::uintptr_t>(pointer));
  return it == by_address.end() ? nullptr : &it->second;
}

Allocations::Map::iterator Allocations::before(std::uintptr_t address) {
  auto it = by_address.upper_bound(address);
  return it == by_address.begin() ? by_address.end() : --it;
}

Allocations& allocations() { return process().part<Allocations>(); }

Heap heap_of(std::uintptr_t address) {
  return address < kManagedBase  ? Heap::kPinned
         : address < kDeviceBase ? Heap::kManaged
         : address < kHeapBase   ? Heap::kDevice
                                 : Heap::kKernels;
}

Area& area_of(Heap heap) {
  switch (heap) {
    case Heap::kPinned:
      return allocations().pinned;
    case Heap::kManaged:
      return allocations().managed;
    case Heap::kDevice:
      return device_memory().global;
    default:
      return device_memory().heap;
  }
}

void* allocate(std::size_t bytes, const void* site, Heap heap, unsigned flags) {
  const std::lock_guard lock(allocations().mutex);
  void* pointer = take(bytes, site, heap, flags);
  if (pointer != nullptr) make_visible(pointer, *allocations().find(pointer));
  return pointer;
}

bool release(void* pointer, const void* site) {
  const std::lock_guard lock(allocations().mutex);
  Allocation* allocation = allocations().find(pointer);
  if (heap_of(reinterpret_cast<std::uintptr_t>(pointer)) == Heap::kKernels) return false;
  if (!free_for_host(allocation, site)) return false;
  free_for_kernels(pointer, *allocation);
  return true;
}

void* allocate_from_heap(std::size_t bytes, const void* site) {
  device_memory().heap_was_used = true;
  return allocate(bytes, site, Heap::kKernels);
}

std::size_t bytes_on_heap(const void* pointer) {
  const std::lock_guard lock(allocations().mutex);
  const Allocation* const allocation = allocations().find(pointer);
  if (allocation == nullptr) return 0;
  return heap_of(reinterpret_cast<std::uintptr_t>(pointer)) == Heap::kKernels ? allocation->bytes
                                                                              : 0;
}

bool release_to_heap(void* pointer, const void* site) {
  const std::lock_guard lock(allocations().mutex);
  if (heap_of(reinterpret_cast<std::uintptr_t>(pointer)) != Heap::kKernels) return false;
  Allocation* allocation = allocations().find(pointer);
  if (!free_for_host(allocation, site)) return false;
  free_for_kernels(pointer, *allocation);
  return true;
}

std::size_t heap_limit() { return device_memory().heap_limit; }

bool set_heap_limit(std::size_t bytes) {
  if (device_memory().heap_was_used) return false;
  device_memory().heap_limit = bytes;
  return true;
}

void release_all() {
  const std::lock_guard lock(allocations().mutex);
  device_memory().heap_was_used = false;
  device_memory().heap_limit = kDefaultHeapLimit;
  for (auto& [address, allocation] : allocations().by_address) {
    if (!free_for_host(&allocation, ApiCall::current().site)) continue;
    free_for_kernels(reinterpret_cast<void*>(address), allocation);
  }
}

void check_double_free(const void* pointer, const void* site) {
  const void* first = nullptr;
  {
    const std::lock_guard lock(allocations().mutex);
    if (const Allocation* allocation = allocations().find(pointer)) first = allocation->freed_site;
  }
  if (first != nullptr) warn_of_double_release("memory that was freed", first, site);
}

void record_failed_release(const void* pointer) {
  const std::lock_guard lock(allocations().mutex);
  if (Allocation* allocation = allocations().find(pointer)) allocation->release_has_failed = true;
}

void* reserve(std::size_t bytes, const void* site) {
  const std::lock_guard lock(allocations().mutex);
  return take(bytes, site, Heap::kDevice, 0);
}

void commit(void* pointer) {
  const std::lock_guard lock(allocations().mutex);
  if (Allocation* allocation = allocations().find(pointer)) make_visible(pointer, *allocation);
}

void* reserve_for_graph(std::size_t bytes, const void* site) {
  const std::lock_guard lock(allocations().mutex);
  void* pointer = take(bytes, site, Heap::kDevice, 0);
  if (pointer == nullptr) return nullptr;
  area_of(Heap::kDevice).live_bytes -= bytes;  // until a launch allocates it
  allocations().find(pointer)->is_graphs = true;
  allocations().had_graph_memory = true;
  return pointer;
}

void keep_after_launch(void* pointer) {
  const std::lock_guard lock(allocations().mutex);
  if (Allocation* allocation = allocations().find(pointer)) allocation->is_kept = true;
}

bool is_kept_after_launch(const void* pointer) {
  const std::lock_guard lock(allocations().mutex);
  const Allocation* allocation = allocations().find(pointer);
  return allocation != nullptr && allocation->is_kept;
}

void finish_release_in_graph(void* pointer, const void* site) {
  finish_release(pointer);
  const std::lock_guard lock(allocations().mutex);
  if (Allocation* allocation = allocations().find(pointer)) allocation->freed_site = site;
}

void retire_graph_memory(void* pointer) {
  const std::lock_guard lock(allocations().mutex);
  Allocation* allocation = allocations().find(pointer);
  if (allocation == nullptr || !allocation->is_graphs) return;
  allocation->is_graphs = false;
  if (allocation->is_kept) return;  // the program's, as any other
  if (allocation->freed_site == nullptr) allocation->freed_site = allocation->site;
  allocation->gone = true;
}

bool has_graph_memory() { return allocations().had_graph_memory; }

bool is_absent_graph_memory(std::uintptr_t address) {
  const std::lock_guard lock(allocations().mutex);
  const auto it = allocations().before(address);
  if (it == allocations().by_address.end() || address - it->first >= it->second.bytes) return false;
  const Allocation& allocation = it->second;
  return allocation.is_graphs && (!allocation.committed || allocation.gone);
}

bool begin_release(void* pointer, const void* site) {
  const std::lock_guard lock(allocations().mutex);
  return free_for_host(allocations().find(pointer), site);
}

void finish_release(void* pointer) {
  const std::lock_guard lock(allocations().mutex);
  Allocation* allocation = allocations().find(pointer);
  if (allocation != nullptr && !allocation->gone) free_for_kernels(pointer, *allocation);
}

std::size_t allocated_bytes() {
  const std::lock_guard lock(allocations().mutex);
  return area_of(Heap::kDevice).live_bytes;
}

void for_each_allocation(const AllocationVisitor& visit) {
  const std::lock_guard lock(allocations().mutex);
  for (const auto& [address, allocation] : allocations().by_address) {
    if (!allocation.is_hosts_to_free()) continue;
    visit(allocation.bytes,
          allocation.calls.empty() ? CallChain{allocation.site} : allocation.calls,
          area_of(heap_of(address)).kind, allocation.release_has_failed);
  }
}

bool is_kept_in_memory(const void* pointer) {
  const auto contains = [&](std::uintptr_t begin, std::uintptr_t end) {
    for (std::uintptr_t at = (begin + 7) / 8 * 8; at + 8 <= end; at += 8) {
      if (*reinterpret_cast<const void* const*>(at) == pointer) return true;
    }
    return false;
  };
  for (const auto& [begin, end] : sections_of_variables()) {
    if (contains(begin, end)) return true;
  }
  const std::lock_guard lock(allocations().mutex);
  for (const auto& [address, allocation] : allocations().by_address) {
    if (!allocation.gone && contains(address, address + allocation.bytes)) return true;
  }
  return false;
}

void for_each_usable_range(const std::function<void(std::uintptr_t, std::size_t)>& visit) {
  const std::lock_guard lock(allocations().mutex);
  for (const auto& [address, allocation] : allocations().by_address) {
    if (allocation.committed && !allocation.gone) visit(address, allocation.bytes);
  }
}

std::optional<LiveAllocation> find_allocation(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const std::lock_guard lock(allocations().mutex);
  const auto it = allocations().before(address);
  if (it == allocations().by_address.end() ||
      (it->second.freed_site != nullptr && !it->second.is_graphs) ||
      address - it->first >= it->second.bytes || heap_of(it->first) == Heap::kKernels) {
    return std::nullopt;
  }
  return LiveAllocation{it->first, it->second.bytes, heap_of(it->first), it->second.flags};
}

void declare_elements(const void* pointer, Elements elements) {
  const std::lock_guard lock(allocations().mutex);
  if (Allocation* allocation = allocations().find(pointer)) allocation->elements = elements;
  allocations().had_structs |= elements.are_structs();
}

std::optional<ElementRange> allocated_range(std::uintptr_t address) {
  const std::lock_guard lock(allocations().mutex);
  const auto it = allocations().before(address);
  if (it == allocations().by_address.end() || it->second.gone ||
      address - it->first >= it->second.bytes) {
    return std::nullopt;
  }
  return ElementRange{it->first, it->first + it->second.bytes, it->second.elements};
}

void add_declared_ranges(std::vector<ElementRange>& ranges) {
  const std::lock_guard lock(allocations().mutex);
  if (!allocations().had_structs) return;
  for (const auto& [address, allocation] : allocations().by_address) {
    if (allocation.gone || !allocation.elements.are_structs()) continue;
    ranges.push_back({address, address + allocation.bytes, allocation.elements});
  }
}

}  // namespace simt
