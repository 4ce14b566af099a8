#include "memory/graph_allocations.h"

#include <atomic>

#include "base/process.h"
#include "memory/allocation_table.h"

namespace simt {
namespace {

/// Whether any allocation ever was a graph's: else operations need not look.
struct AnyGraphMemory {
  std::atomic<bool> value{false};
};
std::atomic<bool>& any_graph_memory() { return process().part<AnyGraphMemory>().value; }

}  // namespace

void* reserve_for_graph(std::size_t bytes, const void* site) {
  const LockedAllocations table;
  void* pointer = table->take(bytes, site, Heap::kDevice, 0);
  if (pointer == nullptr) return nullptr;
  table->area(Heap::kDevice).live_bytes -= bytes;  // until a launch allocates it
  table->find(pointer)->is_graphs = true;
  any_graph_memory() = true;
  return pointer;
}

void keep_after_launch(void* pointer) {
  const LockedAllocations table;
  if (Allocation* allocation = table->find(pointer)) allocation->is_kept = true;
}

bool is_kept_after_launch(const void* pointer) {
  const LockedAllocations table;
  const Allocation* allocation = table->find(pointer);
  return allocation != nullptr && allocation->is_kept;
}

void finish_release_in_graph(void* pointer, const void* site) {
  finish_release(pointer);
  const LockedAllocations table;
  if (Allocation* allocation = table->find(pointer)) allocation->freed_site = site;
}

void retire_graph_memory(void* pointer) {
  const LockedAllocations table;
  Allocation* allocation = table->find(pointer);
  if (allocation == nullptr || !allocation->is_graphs) return;
  allocation->is_graphs = false;
  if (allocation->is_kept) return;  // the program's, as any other
  if (allocation->freed_site == nullptr) allocation->freed_site = allocation->site;
  allocation->gone = true;
}

bool has_graph_memory() { return any_graph_memory(); }

bool is_absent_graph_memory(std::uintptr_t address) {
  const LockedAllocations table;
  const auto* const found = table->at(address);
  return found != nullptr && found->second.is_graphs &&
         (!found->second.committed || found->second.gone);
}

}  // namespace simt
