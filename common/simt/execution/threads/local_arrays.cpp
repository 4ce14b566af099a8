#include "execution/threads/local_arrays.h"

#include "execution/threads/threads.h"

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
                               std::uintptr_t stack_pointer) {
  LocalArrays*& arrays = threads_.current_lane().arrays;
  if (arrays == nullptr) arrays = take();
  arrays->declare(array, bytes, number, stack_pointer);
}

}  // namespace simt
