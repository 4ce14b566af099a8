#include "simt/local_arrays.h"

#include "execution/block/block.h"

namespace simt {

void declare_local_array(volatile void* array, std::size_t bytes, unsigned number, bool is_local) {
  Block* const block = current_block();
  if (block == nullptr) return;
  const auto index = static_cast<std::uint16_t>(number % 0x7fff + 1);
  block->local_arrays().declare(reinterpret_cast<std::uintptr_t>(array), bytes, index,
                                reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa()));
  if (is_local) block->watch().records.mark_local_array(index);
}

}  // namespace simt
