#include "simt/local_arrays.h"

#include "execution/block/block.h"

namespace simt {

void declare_local_array(volatile void* array, std::size_t bytes, unsigned number, bool is_local) {
  Block* const block = current_block();
  if (block == nullptr) return;
  const auto index = static_cast<std::uint16_t>(number % 0x7fff + 1);
#if defined(__wasm__)  // what stands for the CFA there is in the midst of the caller's frame
  const void* const stack_pointer = __builtin_frame_address(0);
#else
  const void* const stack_pointer = __builtin_dwarf_cfa();
#endif
  block->local_arrays().declare(reinterpret_cast<std::uintptr_t>(array), bytes, index,
                                reinterpret_cast<std::uintptr_t>(stack_pointer));
  if (is_local) block->watch().records.mark_local_array(index);
}

}  // namespace simt
