#include "execution/block/local_arrays.h"

#include "simt/local_arrays.h"

#include "execution/block/block.h"

namespace simt {

void LocalArrays::declare(std::uintptr_t array, std::size_t bytes, std::uint16_t number,
                          std::uintptr_t stack_pointer) {
  unsigned kept = 0;
  for (unsigned i = 0; i < count_; ++i) {
    const Array& other = arrays_[i];
    const bool overlaps = other.first < array + bytes && array < other.first + other.bytes;
    if (other.first >= stack_pointer && !overlaps) arrays_[kept++] = other;
  }
  count_ = kept;
  if (count_ < kMost) arrays_[count_++] = {array, static_cast<std::uint32_t>(bytes), number};
}

/// For a thread that declares its first one.
LocalArrays* BlockLocalArrays::take() {
  if (used_ == arrays_.size()) arrays_.push_back(std::make_unique<LocalArrays>());
  LocalArrays* const arrays = arrays_[used_++].get();
  arrays->clear();
  return arrays;
}

void BlockLocalArrays::declare(std::uintptr_t array, std::size_t bytes, std::uint16_t number,
                               bool is_local, std::uintptr_t stack_pointer) {
  LocalArrays*& arrays = threads_.current_lane().arrays;
  if (arrays == nullptr) arrays = take();
  arrays->declare(array, bytes, number, stack_pointer);
  if (is_local) records_.mark_local_array(number);
}

const LocalArrays* running_thread_arrays() {
  return current_block()->threads().current_lane().arrays;
}

void declare_local_array(volatile void* array, std::size_t bytes, unsigned number, bool is_local) {
  if (current_block() == nullptr) return;
  current_block()->local_arrays().declare(reinterpret_cast<std::uintptr_t>(array), bytes,
                                          static_cast<std::uint16_t>(number % 0x7fff + 1), is_local,
                                          reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa()));
}

}  // namespace simt
