#include "memory/allocations.h"

#include "base/api_call.h"
#include "base/double_release.h"
#include "base/error.h"
#include "base/ignored_errors.h"
#include "base/static_memory.h"
#include "memory/allocation_table.h"
#include "memory/elements.h"
#include "memory/leaks.h"
#include "memory/pages.h"
#include "memory/peers.h"

namespace simt {
namespace {

/// After main, the handlers of atexit and the destructors of the program's objects.
[[gnu::destructor(101)]] void at_end() {
  report_ignored_errors();
  report_pages();
  report_peers();
  report_leaks();
  end_after_failure();
}

}  // namespace

void* allocate(std::size_t bytes, const void* site, Heap heap, unsigned flags) {
  const LockedAllocations table;
  void* pointer = table->take(bytes, site, heap, flags);
  if (pointer != nullptr) table->make_visible(pointer, *table->find(pointer));
  return pointer;
}

bool release(void* pointer, const void* site) {
  const LockedAllocations table;
  return heap_of(pointer) != Heap::kKernels && table->free(pointer, site);
}

void release_all() {
  const LockedAllocations table;
  table->device().heap_was_used = false;
  table->device().heap_limit = kDefaultHeapLimit;
  for (auto& [address, allocation] : table->all()) {
    if (allocation.device != current_device_number()) continue;
    if (!allocation.free_for_host(ApiCall::current().site)) continue;
    table->free_for_kernels(reinterpret_cast<void*>(address), allocation);
  }
}

void check_double_free(const void* pointer, const void* site) {
  const void* first = nullptr;
  {
    const LockedAllocations table;
    if (const Allocation* allocation = table->find(pointer)) first = allocation->freed_site;
  }
  if (first != nullptr) warn_of_double_release("memory that was freed", first, site);
}

void record_failed_release(const void* pointer) {
  const LockedAllocations table;
  if (Allocation* allocation = table->find(pointer)) allocation->release_has_failed = true;
}

void* reserve(std::size_t bytes, const void* site) {
  return LockedAllocations()->take(bytes, site, Heap::kDevice, kPoolMemory);
}

void commit(void* pointer) {
  const LockedAllocations table;
  if (Allocation* allocation = table->find(pointer)) table->make_visible(pointer, *allocation);
}

bool begin_release(void* pointer, const void* site) {
  const LockedAllocations table;
  Allocation* allocation = table->find(pointer);
  return allocation != nullptr && allocation->free_for_host(site);
}

void finish_release(void* pointer) {
  const LockedAllocations table;
  Allocation* allocation = table->find(pointer);
  if (allocation != nullptr && !allocation->gone) table->free_for_kernels(pointer, *allocation);
}

std::size_t allocated_bytes() { return LockedAllocations()->area(Heap::kDevice).live_bytes; }

void for_each_allocation(const AllocationVisitor& visit) {
  const LockedAllocations table;
  for (const auto& [address, allocation] : table->all()) {
    if (!allocation.is_hosts_to_free()) continue;
    visit(allocation.bytes,
          allocation.calls.empty() ? CallChain{allocation.site} : allocation.calls,
          table->area(heap_of(address)).kind, allocation.release_has_failed);
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
  const LockedAllocations table;
  for (const auto& [address, allocation] : table->all()) {
    if (!allocation.gone && contains(address, address + allocation.bytes)) return true;
  }
  return false;
}

void for_each_usable_range(const std::function<void(std::uintptr_t, std::size_t)>& visit) {
  const LockedAllocations table;
  for (const auto& [address, allocation] : table->all()) {
    if (allocation.committed && !allocation.gone) visit(address, allocation.bytes);
  }
}

std::optional<LiveAllocation> find_allocation(const void* pointer) {
  const LockedAllocations table;
  const auto* const found = table->at(reinterpret_cast<std::uintptr_t>(pointer));
  if (found == nullptr) return std::nullopt;
  const auto& [address, allocation] = *found;
  const Heap heap = heap_of(address);
  const bool is_freed = allocation.freed_site != nullptr && !allocation.is_graphs;
  if (is_freed || heap == Heap::kKernels) return std::nullopt;
  return LiveAllocation{address, allocation.bytes, heap, allocation.flags, allocation.device};
}

void declare_elements(const void* pointer, Elements elements) {
  LockedAllocations()->declare(pointer, elements);
}

std::optional<ElementRange> allocated_range(std::uintptr_t address) {
  const LockedAllocations table;
  const auto* const found = table->at(address);
  if (found == nullptr || found->second.gone) return std::nullopt;
  const auto& [begin, allocation] = *found;
  return ElementRange{begin, begin + allocation.bytes, allocation.elements};
}

void add_declared_ranges(std::vector<ElementRange>& ranges) {
  const LockedAllocations table;
  if (!table->had_structs()) return;
  for (const auto& [address, allocation] : table->all()) {
    if (allocation.gone || !allocation.elements.are_structs()) continue;
    ranges.push_back({address, address + allocation.bytes, allocation.elements});
  }
}

}  // namespace simt
