// Who can use which memory, and what that means for copies.
#include "base/address_map.h"
#include "memory/memory.h"
#include "memory/registered.h"

namespace simt {
namespace {

Reach reach_of_static(StaticMemory memory) {
  return memory == StaticMemory::kManaged ? Reach::kBoth : Reach::kDevice;
}

/// Variables that kernels use; constants of the compiler's are the host's.
bool is_variable(StaticMemory memory) {
  return memory != StaticMemory::kNone && memory != StaticMemory::kReadOnly;
}

}  // namespace

Reach reach_of(const void* pointer, std::size_t bytes) {
  if (pointer == nullptr) return Reach::kNone;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (address - kGlobalBase < kGlobalBytes + kAllSharedBytes) {
    const auto allocation = find_allocation(pointer);
    if (!allocation || bytes > allocation->bytes - (address - allocation->address)) {
      return Reach::kNone;
    }
    return allocation->heap == Heap::kDevice ? Reach::kDevice : Reach::kBoth;
  }
  if (const StaticMemory memory = classify_static(address); is_variable(memory)) {
    const bool fits = bytes == 0 || classify_static(address + bytes - 1) == memory;
    return fits ? reach_of_static(memory) : Reach::kNone;
  }
  return registered_at(address, bytes) ? Reach::kBoth : Reach::kHost;
}

bool is_device_range(const void* pointer, std::size_t bytes) {
  const Reach reach = reach_of(pointer, bytes);
  return reach == Reach::kDevice || (reach == Reach::kBoth && !is_pinned(pointer));
}

bool is_device_pointer(const void* pointer) { return is_device_range(pointer, 1); }

bool is_pinned(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (const auto allocation = find_allocation(pointer)) return allocation->heap == Heap::kPinned;
  return registered_at(address, 1).has_value();
}

bool is_device_accessible(const void* pointer, std::size_t bytes) {
  const Reach reach = reach_of(pointer, bytes);
  return reach == Reach::kDevice || reach == Reach::kBoth;
}

bool kind_fits(cudaMemcpyKind kind, Reach to, Reach from) {
  if (to == Reach::kNone || from == Reach::kNone) return false;
  const auto fits = [](Reach reach, Reach wanted) {
    return reach == wanted || reach == Reach::kBoth;
  };
  switch (kind) {
    case cudaMemcpyHostToHost:
      return fits(to, Reach::kHost) && fits(from, Reach::kHost);
    case cudaMemcpyHostToDevice:
      return fits(to, Reach::kDevice) && fits(from, Reach::kHost);
    case cudaMemcpyDeviceToHost:
      return fits(to, Reach::kHost) && fits(from, Reach::kDevice);
    case cudaMemcpyDeviceToDevice:
      return fits(to, Reach::kDevice) && fits(from, Reach::kDevice);
    case cudaMemcpyDefault:
      return true;
  }
  return false;
}

bool kind_fits(cudaMemcpyKind kind, const void* to, const void* from, std::size_t bytes) {
  return kind_fits(kind, reach_of(to, bytes), reach_of(from, bytes));
}

bool copy_is_valid(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return !is_symbol(to) && !is_symbol(from) && kind_fits(kind, to, from, bytes);
}

}  // namespace simt
