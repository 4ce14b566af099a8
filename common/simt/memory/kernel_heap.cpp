#include "memory/kernel_heap.h"

#include "memory/allocation_table.h"

namespace simt {

void* allocate_from_heap(std::size_t bytes, const void* site) {
  LockedAllocations()->device().heap_was_used = true;
  return allocate(bytes, site, Heap::kKernels);
}

std::size_t bytes_on_heap(const void* pointer) {
  const LockedAllocations table;
  const Allocation* const allocation = table->find(pointer);
  return allocation != nullptr && heap_of(pointer) == Heap::kKernels ? allocation->bytes : 0;
}

bool release_to_heap(void* pointer, const void* site) {
  const LockedAllocations table;
  return heap_of(pointer) == Heap::kKernels && table->free(pointer, site);
}

std::size_t heap_limit() { return LockedAllocations()->device().heap_limit; }

bool set_heap_limit(std::size_t bytes) {
  const LockedAllocations table;
  if (table->device().heap_was_used) return false;
  table->device().heap_limit = bytes;
  return true;
}

}  // namespace simt
