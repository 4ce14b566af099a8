#include "simt/address_spaces.h"

#include "base/address_map.h"
#include "base/static_memory.h"
#include "execution/block/block.h"
#include "execution/threads/running_thread.h"
#include "execution/threads/stacks.h"

namespace simt {
namespace {

/// An address of another block's shared memory, as an offset: the block's rank in the cluster is in
/// the bits above it.
constexpr unsigned kRankShift = 24;
static_assert(kSharedWindow <= std::size_t{1} << kRankShift);

const char* name_of(AddressSpace space) {
  switch (space) {
    case AddressSpace::kGlobal:
      return "global";
    case AddressSpace::kShared:
    case AddressSpace::kClusterShared:
      return "shared";
    case AddressSpace::kConstant:
      return "constant";
    case AddressSpace::kLocal:
      return "local";
    case AddressSpace::kGridConstant:
      return "__grid_constant__";
  }
  return "";
}

Block& running_block() { return device_code("a function of address spaces"); }

bool is_in(const Block& self, AddressSpace space, std::uintptr_t address) {
  switch (space) {
    case AddressSpace::kGlobal:  // what is left, and parameters, as PTX has it
      return !is_any_shared(address) && !is_on_stack(address) &&
             classify_static(address) != StaticMemory::kConstant;
    case AddressSpace::kShared:
      return is_any_shared(address) && !self.identity().is_remote(unmapped(address));
    case AddressSpace::kClusterShared:
      return is_any_shared(address);
    case AddressSpace::kConstant:
      return classify_static(address) == StaticMemory::kConstant;
    case AddressSpace::kLocal:
      return is_on_stack(address);
    case AddressSpace::kGridConstant:
      return self.identity().is_parameter(address);
  }
  return false;
}

}  // namespace

bool is_in(AddressSpace space, const void* pointer) {
  return is_in(running_block(), space, reinterpret_cast<std::uintptr_t>(pointer));
}

std::size_t from_generic(AddressSpace space, const void* pointer) {
  Block& self = running_block();
  const std::uintptr_t address = unmapped(reinterpret_cast<std::uintptr_t>(pointer));
  if (space == AddressSpace::kShared && is_any_shared(address) &&
      self.identity().is_remote(address)) {
    const std::size_t rank = self.cluster().owner_of(address);
    return (rank + 1) << kRankShift | (address - kSharedBase) % kSharedWindow;
  }
  if (!is_in(self, space, address)) {
    stop_kernel(
        cudaErrorInvalidAddressSpace,
        [&] {
          return std::string("an address is converted to ") + name_of(space) +
                 " memory, where it does not lie";
        },
        __builtin_return_address(0),
        "ask __isGlobal(), __isShared(), __isConstant() or __isLocal() before");
  }
  if (space == AddressSpace::kShared) return address - self.identity().shared_base;
  return space == AddressSpace::kLocal ? address - worker().recorder.stack_low : address;
}

void* to_generic(AddressSpace space, std::size_t address) {
  const Block& self = running_block();
  std::uintptr_t base = 0;
  if (space == AddressSpace::kLocal) base = worker().recorder.stack_low;
  if (space == AddressSpace::kShared) {
    const std::size_t rank = address >> kRankShift;
    address %= std::size_t{1} << kRankShift;
    if (rank > 0 && rank <= self.cluster().size()) {
      return self.cluster().member(static_cast<unsigned>(rank - 1)).shared_memory().mapped(address);
    }
    base = self.identity().shared_base;
  }
  return reinterpret_cast<void*>(base + address);
}

}  // namespace simt
