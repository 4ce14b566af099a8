/// @file
/// Which memory an address belongs to, and addresses inside of one memory.
#pragma once

#include <cstddef>

namespace simt {

/// Shared memory is the own block's; that of a cluster is the one of all its blocks.
enum class AddressSpace { kGlobal, kShared, kClusterShared, kConstant, kLocal, kGridConstant };

bool is_in(AddressSpace space, const void* pointer);
/// Shared memory: the offset in the window of the caller's block, so that it fits in 32 bits. Local
/// memory: the offset in the thread's own. Elsewhere the address itself.
std::size_t from_generic(AddressSpace space, const void* pointer);
void* to_generic(AddressSpace space, std::size_t address);

}  // namespace simt

#define SIMT_ADDRESS_SPACE(Name, name)                                                      \
  [[gnu::always_inline]] inline unsigned int __is##Name(const void* pointer) {              \
    return simt::is_in(simt::AddressSpace::k##Name, pointer);                               \
  }                                                                                         \
  [[gnu::always_inline]] inline std::size_t __cvta_generic_to_##name(const void* pointer) { \
    return simt::from_generic(simt::AddressSpace::k##Name, pointer);                        \
  }                                                                                         \
  [[gnu::always_inline]] inline void* __cvta_##name##_to_generic(std::size_t address) {     \
    return simt::to_generic(simt::AddressSpace::k##Name, address);                          \
  }
SIMT_ADDRESS_SPACE(Global, global)
SIMT_ADDRESS_SPACE(Shared, shared)
SIMT_ADDRESS_SPACE(Constant, constant)
SIMT_ADDRESS_SPACE(Local, local)
SIMT_ADDRESS_SPACE(GridConstant, grid_constant)
#undef SIMT_ADDRESS_SPACE
[[gnu::always_inline]] inline unsigned int __isClusterShared(const void* pointer) {
  return simt::is_in(simt::AddressSpace::kClusterShared, pointer);
}
