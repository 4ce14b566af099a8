#include "memory/allocation_table.h"

#include <iterator>
#include <utility>

#include "base/process.h"
#include "base/settings.h"
#include "base/symbols.h"
#include "memory/address_space.h"
#include "memory/host_objects.h"
#include "memory/peers.h"
#include "memory/written.h"
#include "races/global_shadow.h"

namespace simt {
namespace {

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

}  // namespace

bool Allocation::free_for_host(const void* where) {
  if (!is_hosts_to_free()) return false;
  is_kept = false;
  freed_site = where;
  return true;
}

Heap heap_of(std::uintptr_t address) {
  return address < kManagedBase  ? Heap::kPinned
         : address < kDeviceBase ? Heap::kManaged
         : address < kHeapBase   ? Heap::kDevice
                                 : Heap::kKernels;
}

Allocation* AllocationTable::find(const void* pointer) {
  const auto it = by_address_.find(reinterpret_cast<std::uintptr_t>(pointer));
  return it == by_address_.end() ? nullptr : &it->second;
}

AllocationTable::Map::value_type* AllocationTable::before(std::uintptr_t address) {
  const auto after = by_address_.upper_bound(address);
  return after == by_address_.begin() ? nullptr : &*std::prev(after);
}

AllocationTable::Map::value_type* AllocationTable::at(std::uintptr_t address) {
  Map::value_type* const found = before(address);
  return found != nullptr && address - found->first < found->second.bytes ? found : nullptr;
}

DeviceMemory::DeviceMemory(const Owner& device)
    : global{"global memory", "", kDeviceBase + device_share(kDeviceBytes) * device.number,
             device_share(kDeviceBytes), 512},
      heap{"the device heap", " of the device heap",
           kHeapBase + device_share(kHeapBytes) * device.number, device_share(kHeapBytes), 256} {}

DeviceMemory& AllocationTable::device(int number) const {
  return process().device(number).part<DeviceMemory>();
}

Area& AllocationTable::area(Heap heap, int device_number) {
  switch (heap) {
    case Heap::kPinned:
      return pinned_;
    case Heap::kManaged:
      return managed_;
    case Heap::kDevice:
      return device(device_number).global;
    default:
      return device(device_number).heap;
  }
}

/// Addresses are handed out once; only when all are used up, freed ones are taken again, and gaps are small.
std::uintptr_t AllocationTable::find_address(Area& area, std::size_t bytes) {
  const std::uintptr_t end = area.base + area.size;
  const std::size_t gap = gap_around(bytes);
  const std::uintptr_t address = area.next == area.base
                                     ? area.base + area.alignment
                                     : area.behind(area.next, std::max(gap, area.last_gap));
  if (address < end && bytes + gap <= end - address) {
    area.next = address + bytes;
    area.last_gap = gap;
    return address;
  }
  std::uintptr_t candidate = area.base + area.alignment;
  const auto fits_before = [&](std::uintptr_t limit) {
    return candidate < limit && bytes + kLeastGap <= limit - candidate;
  };
  for (auto it = by_address_.lower_bound(area.base); it != by_address_.end() && it->first < end;) {
    if (it->second.gone && !it->second.is_graphs) {
      it = by_address_.erase(it);
      continue;
    }
    if (fits_before(it->first)) return forget_users(candidate, bytes);
    candidate = area.behind(it->first + it->second.bytes, kLeastGap);
    ++it;
  }
  return fits_before(end) ? forget_users(candidate, bytes) : 0;
}

/// What the heap may hold in total.
std::size_t AllocationTable::limit_of(Heap heap) {
  return heap == Heap::kDevice    ? device_memory_bytes()
         : heap == Heap::kKernels ? device().heap_limit
                                  : area(heap).size;
}

void* AllocationTable::take(std::size_t bytes, const void* site, Heap heap, unsigned flags) {
  reserve_address_map();
  Area& from = area(heap);
  const std::size_t limit = limit_of(heap);
  if (bytes > limit || from.live_bytes > limit - bytes) return nullptr;
  const std::uintptr_t address = find_address(from, bytes);
  if (address == 0) return nullptr;
  CallChain calls;
  if (heap != Heap::kKernels) {
    site = user_site(site);
    calls = call_chain(site);
  }
  by_address_[address] = {bytes, site, std::move(calls), nullptr, flags, current_device_number()};
  from.live_bytes += bytes;
  return reinterpret_cast<void*>(address);
}

void AllocationTable::make_visible(const void* pointer, Allocation& allocation) {
  if (allocation.is_graphs) {
    area(Heap::kDevice, allocation.device).live_bytes += allocation.bytes;
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

void AllocationTable::free_for_kernels(const void* pointer, Allocation& allocation) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const Heap heap = heap_of(address);
  const bool is_absent = allocation.is_graphs && (allocation.gone || !allocation.committed);
  allocation.gone = true;
  if (!is_absent) area(heap, allocation.device).live_bytes -= allocation.bytes;
  set_shadow(address, allocation.bytes, false);
  forget_bytes_of_host(address, allocation.bytes);
  const std::size_t bytes = allocation.bytes;
  mark_unwritten(address, bytes);
  give_back_pages(address, bytes);
  // The shadow of freed memory on the heap of kernels is kept for a while: blocks whose accesses have yet to be checked
  // may race with the free.
  constexpr std::size_t kMaxKeptShadow = std::size_t{256} << 20;
  if (heap == Heap::kKernels && (device().freed_heap_bytes += bytes) < kMaxKeptShadow) return;
  give_back_pages(reinterpret_cast<std::uintptr_t>(&unit_of(address)), bytes);
  const UnitValues values = values_of(address);
  give_back_pages(reinterpret_cast<std::uintptr_t>(values.words), bytes / 2);
  give_back_pages(reinterpret_cast<std::uintptr_t>(values.bytes), bytes);
}

bool AllocationTable::free(const void* pointer, const void* site) {
  Allocation* const allocation = find(pointer);
  if (allocation == nullptr || !allocation->free_for_host(site)) return false;
  free_for_kernels(pointer, *allocation);
  return true;
}

void AllocationTable::declare(const void* pointer, Elements elements) {
  if (Allocation* allocation = find(pointer)) allocation->elements = elements;
  had_structs_ |= elements.are_structs();
}

LockedAllocations::LockedAllocations()
    : table_(process().part<AllocationTable>()), lock_(table_.mutex_) {}

}  // namespace simt
