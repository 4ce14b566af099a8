/// @file
/// @ingroup simt_execution
/// A word that a block polls, and that only another block, or the host, can change.
#pragma once

#include <cstdint>

namespace simt {

class PolledWord {
 public:
  PolledWord() = default;
  /// @param address of global memory
  explicit PolledWord(std::uintptr_t address)
      : word_(reinterpret_cast<const std::uint32_t*>(address & ~std::uintptr_t{3})),
        value_(load()) {}

  bool is_known() const { return word_ != nullptr; }
  bool has_changed() const { return load() != value_; }

 private:
  std::uint32_t load() const { return __atomic_load_n(word_, __ATOMIC_RELAXED); }

  const std::uint32_t* word_ = nullptr;
  std::uint32_t value_ = 0;
};

}  // namespace simt
