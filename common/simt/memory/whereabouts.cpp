// Where an address lies, seen from the allocations around it, for reports.
#include <iterator>
#include <set>
#include <string>

#include "base/address_map.h"
#include "base/call_chain.h"
#include "base/numbers.h"
#include "base/static_memory.h"
#include "base/symbols.h"
#include "memory/allocation_table.h"
#include "memory/allocations.h"
#include "memory/registered.h"
#include "memory/whereabouts.h"

namespace simt {
namespace {

/// "a.cu:12"; where that is a function that has allocated more, ", called at b.cu:7", too.
std::string place_of(const AllocationTable& table, const Allocation& allocation) {
  std::set<CallChain> others;
  for (const auto& [begin, other] : table.all()) {
    if (other.site == allocation.site) others.insert(other.calls);
  }
  const std::string line = distinguishing_line(allocation.calls, {others.begin(), others.end()});
  return source_line(allocation.site) + (line.empty() ? "" : ", called at " + line);
}

std::string allocation_text(const AllocationTable& table, std::uintptr_t begin,
                            const Allocation& allocation, const AllocationLabel& label) {
  return "the " + bytes_text(allocation.bytes) + " that were allocated at " +
         place_of(table, allocation) + (label ? label(begin, begin + allocation.bytes) : "");
}

using Place = AllocationTable::Map::const_iterator;

/// How far `address` is from an allocation; 0 inside of it.
std::size_t distance(std::uintptr_t address, Place place) {
  const auto& [begin, allocation] = *place;
  if (address < begin) return begin - address;
  const std::uintptr_t end = begin + allocation.bytes;
  return address < end ? 0 : address - end;
}

/// The allocation that an invalid address is in or next to. Where that is far away, the index may have led there
/// from anywhere: then it is one that has a label, a parameter of the kernel.
Place nearest_allocation(const AllocationTable& table, std::uintptr_t address,
                         const AllocationLabel& label) {
  constexpr std::size_t kFar = std::size_t{1} << 20;
  const auto& all = table.all();
  const auto known = [&](Place place) {
    return label && !label(place->first, place->first + place->second.bytes).empty();
  };
  const Place after = all.upper_bound(address);
  Place found = after;
  if (after != all.begin()) {
    const Place before = std::prev(after);
    if (distance(address, before) == 0) return before;
    const bool is_first_known =
        after != all.end() && known(before) != known(after)
            ? known(before)
            : after == all.end() || distance(address, before) <= distance(address, after);
    if (is_first_known) found = before;
  }
  if (found == all.end() || distance(address, found) < kFar || known(found)) return found;
  std::size_t least = ~std::size_t{0};
  for (Place place = all.begin(); place != all.end(); ++place) {
    if (place->second.gone || distance(address, place) >= least || !known(place)) continue;
    least = distance(address, place);
    found = place;
  }
  return found;
}

}  // namespace

std::string global_position(std::uintptr_t address, const AllocationLabel& label) {
  if (const auto range = registered_at(address, 1)) {
    return "byte " + std::to_string(address - range->address) + " of the " +
           bytes_text(range->bytes) + " that were registered at " + source_line(range->site);
  }
  if (address - kGlobalBase >= kGlobalBytes) {
    return variable_position(reinterpret_cast<const void*>(address));
  }
  const LockedAllocations table;
  const auto& [begin, allocation] = *table->before(address);
  return "byte " + std::to_string(address - begin) + " of " +
         allocation_text(*table, begin, allocation, label);
}

std::string describe_unreleasable(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (is_any_shared(address)) return "shared memory";
  if (address - kGlobalBase >= kGlobalBytes) return variable_position(pointer);
  const LockedAllocations table;
  const auto* const found = table->at(address);
  if (found == nullptr) return "an address that was never allocated";
  const auto& [begin, allocation] = *found;
  const std::string text = allocation_text(*table, begin, allocation, {});
  if (allocation.freed_site != nullptr) {
    return text + " and freed at " + source_line(allocation.freed_site);
  }
  return (address == begin ? "" : "byte " + std::to_string(address - begin) + " of ") + text;
}

Whereabouts describe_global(std::uintptr_t address, std::string* advice,
                            const AllocationLabel& label) {
  const LockedAllocations table;
  const Place nearest = nearest_allocation(*table, address, label);
  if (nearest == table->all().end()) {
    return {table->area(Heap::kDevice).name, "where nothing was ever allocated"};
  }
  const auto& [begin, allocation] = *nearest;
  const Heap heap = heap_of(begin);
  const std::string text = allocation_text(*table, begin, allocation, label);
  const auto at = [&](const std::string& where) {
    return Whereabouts{table->area(heap).name, where};
  };
  const std::size_t far = distance(address, nearest);
  if (address < begin) return at(bytes_text(far) + " before the start of " + text);
  if (address >= begin + allocation.bytes) return at(bytes_text(far) + " past the end of " + text);
  if (allocation.gone) {
    *advice =
        heap == Heap::kKernels
            ? "memory is gone with free() or delete: for all threads, and in all later kernels"
        : allocation.is_graphs
            ? "a graph's memory is there from the node that allocates it to the one that frees it: "
              "let the first come before all that use the memory, and the second behind them"
            : "free memory only after the last kernel that uses it has finished";
    return at("inside " + text + " and freed at " + source_line(allocation.freed_site));
  }
  if (!allocation.committed && allocation.is_graphs) {
    *advice =
        "only the launch of a graph allocates its memory: let the node that uses it depend on the "
        "one that allocates it, and use it elsewhere behind the launch";
    return at("inside " + text + ", before a graph has come to the allocation");
  }
  if (!allocation.committed) {
    *advice =
        "use the memory in the stream of its allocation, or after an event that was recorded "
        "there";
    return at("inside " + text + ", before that stream has come to the allocation");
  }
  return at("across the end of " + text);
}

}  // namespace simt
