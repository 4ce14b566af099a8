// Who can use which memory, and what that means for copies.
#include <cstdio>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "base/address_map.h"
#include "base/api_call.h"
#include "base/process.h"
#include "base/static_memory.h"
#include "base/symbol_table.h"
#include "base/symbols.h"
#include "base/warning.h"
#include "memory/accessibility.h"
#include "memory/allocations.h"
#include "memory/host_blocks.h"
#include "memory/registered.h"

namespace simt {
namespace {

Accessibility accessibility_of_static(StaticMemory memory) {
  return memory == StaticMemory::kManaged ? Accessibility::kBoth : Accessibility::kDevice;
}

/// Variables that kernels use; constants of the compiler's are the host's.
bool is_variable(StaticMemory memory) {
  return memory != StaticMemory::kNone && memory != StaticMemory::kReadOnly;
}

struct Arrays {
  std::mutex mutex;
  std::set<const void*> alive;
};
Arrays& arrays() { return process().part<Arrays>(); }

}  // namespace

void add_array(const void* handle) {
  const std::lock_guard lock(arrays().mutex);
  arrays().alive.insert(handle);
}

bool remove_array(const void* handle) {
  const std::lock_guard lock(arrays().mutex);
  return arrays().alive.erase(handle) > 0;
}

bool is_array(const void* handle) {
  const std::lock_guard lock(arrays().mutex);
  return arrays().alive.count(handle) > 0;
}

Accessibility accessibility_of(const void* pointer, std::size_t bytes) {
  if (pointer == nullptr) return Accessibility::kNone;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (address - kGlobalBase < kGlobalBytes + kAllSharedBytes) {
    const auto allocation = find_allocation(pointer);
    if (!allocation || bytes > allocation->bytes - (address - allocation->address)) {
      return Accessibility::kNone;
    }
    return allocation->heap == Heap::kDevice ? Accessibility::kDevice : Accessibility::kBoth;
  }
  if (const StaticMemory memory = classify_static(address); is_variable(memory)) {
    const bool fits = bytes == 0 || is_in_variable(address, bytes);
    return fits ? accessibility_of_static(memory) : Accessibility::kNone;
  }
  return registered_at(address, bytes) ? Accessibility::kBoth : Accessibility::kHost;
}

bool is_device_range(const void* pointer, std::size_t bytes) {
  const Accessibility accessibility = accessibility_of(pointer, bytes);
  return accessibility == Accessibility::kDevice ||
         (accessibility == Accessibility::kBoth && !is_pinned(pointer));
}

bool is_device_pointer(const void* pointer) { return is_device_range(pointer, 1); }

bool is_device_variable(const void* pointer) {
  if (!is_device_pointer(pointer)) return false;
  const ProgramSymbol* const variable = variable_at(pointer);  // null in a program without symbols
  return variable == nullptr || variable->start == reinterpret_cast<std::uintptr_t>(pointer);
}

bool is_pinned(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (const auto allocation = find_allocation(pointer)) return allocation->heap == Heap::kPinned;
  return registered_at(address, 1).has_value();
}

bool is_device_accessible(const void* pointer, std::size_t bytes) {
  const Accessibility accessibility = accessibility_of(pointer, bytes);
  return accessibility == Accessibility::kDevice || accessibility == Accessibility::kBoth;
}

bool kind_fits(cudaMemcpyKind kind, Accessibility to, Accessibility from) {
  if (to == Accessibility::kNone || from == Accessibility::kNone) return false;
  const auto fits = [](Accessibility accessibility, Accessibility wanted) {
    return accessibility == wanted || accessibility == Accessibility::kBoth;
  };
  switch (kind) {
    case cudaMemcpyHostToHost:
      return fits(to, Accessibility::kHost) && fits(from, Accessibility::kHost);
    case cudaMemcpyHostToDevice:
      return fits(to, Accessibility::kDevice) && fits(from, Accessibility::kHost);
    case cudaMemcpyDeviceToHost:
      return fits(to, Accessibility::kHost) && fits(from, Accessibility::kDevice);
    case cudaMemcpyDeviceToDevice:
      return fits(to, Accessibility::kDevice) && fits(from, Accessibility::kDevice);
    case cudaMemcpyDefault:
      return true;
  }
  return false;
}

bool kind_fits(cudaMemcpyKind kind, const void* to, const void* from, std::size_t bytes) {
  return kind_fits(kind, accessibility_of(to, bytes), accessibility_of(from, bytes));
}

namespace {

/// Ends the program before a copy leaves a block of the host's heap.
void check_host_side(const void* side, std::size_t bytes, bool writes) {
  const auto address = reinterpret_cast<std::uintptr_t>(side);
  if (side == nullptr || address - kGlobalBase < kMapBytes) return;
  const std::optional<std::size_t> room = room_in_block(side, bytes);
  if (!room || bytes <= *room) return;
  const CallSite& call = ApiCall::current();
  std::fprintf(stderr,
               "simt: %s() %s %zu bytes of the host's memory, where a block of the heap has %zu "
               "left\n  at      %s\n  advice  give the std::vector, or what new or malloc() "
               "returns, room for all that is copied; is the size of the copy one in bytes, and "
               "that of the array one in elements?\n",
               call.function, writes ? "writes" : "reads", bytes, *room,
               source_line(call.site).c_str());
  end_process(1);
}

}  // namespace

bool copy_is_valid(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  for (const void* const side : {to, from}) {
    const CallSite& call = ApiCall::current();
    if (is_array(side)) {
      warn_once("array as a pointer", call.site, [&] {
        return std::string(call.function) +
               " gets the handle of an array, which is no address, and refuses it\n  at      " +
               source_line(call.site) +
               "\n  advice  copy with cudaMemcpy2DToArray, cudaMemcpy2DFromArray or cudaMemcpy3D\n";
      });
      return false;
    }
    if (!is_symbol(side)) continue;
    warn_once("address of a symbol", call.site, [&] {
      return std::string(call.function) + " gets the host's address of a variable of the device, " +
             variable_position(side) + ", and refuses it\n  at      " + source_line(call.site) +
             "\n  advice  copy with cudaMemcpyToSymbol or cudaMemcpyFromSymbol, or ask "
             "cudaGetSymbolAddress for the device's address\n";
    });
    return false;
  }
  if (!kind_fits(kind, to, from, bytes)) return false;
  check_host_side(to, bytes, true);
  check_host_side(from, bytes, false);
  return true;
}

}  // namespace simt
