/// @file
/// @ingroup simt_execution
/// The arrays that a running CUDA thread has declared. nvcc keeps an array in registers if all its indices are
/// compile-time constants, else in local memory; the model decides it by the indices at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace simt {

struct BlockThreads;

class LocalArrays {
 public:
  void clear() { count_ = 0; }
  /// @param stack_pointer of the caller: arrays below it are of functions that have returned.
  void declare(std::uintptr_t array, std::size_t bytes, std::uint16_t number,
               std::uintptr_t stack_pointer);

  /// Number of the array, and the offset in it; 0 if `address` is in none.
  std::uint64_t find(std::uintptr_t address) const {
    for (unsigned i = 0; i < count_; ++i) {
      const std::uintptr_t offset = address - arrays_[i].first;
      if (offset < arrays_[i].bytes) return std::uint64_t{arrays_[i].number} << 32 | offset;
    }
    return 0;
  }

  /// Whether both addresses are in one array.
  bool are_in_one(std::uintptr_t a, std::uintptr_t b) const {
    for (unsigned i = 0; i < count_; ++i) {
      const Array& array = arrays_[i];
      if (a - array.first < array.bytes) return b - array.first < array.bytes;
    }
    return false;
  }

 private:
  struct Array {
    std::uintptr_t first;
    std::uint32_t bytes;
    std::uint16_t number;
  };
  static constexpr unsigned kMost = 32;
  unsigned count_ = 0;
  Array arrays_[kMost];
};

/// The arrays of one block's threads; most declare none.
class BlockLocalArrays {
 public:
  explicit BlockLocalArrays(BlockThreads& threads) : threads_(threads) {}
  void begin_block() { used_ = 0; }
  /// The running thread declares an array. @param number of it in the program
  void declare(std::uintptr_t array, std::size_t bytes, std::uint16_t number,
               std::uintptr_t stack_pointer);

 private:
  LocalArrays* take();

  BlockThreads& threads_;
  std::vector<std::unique_ptr<LocalArrays>> arrays_;
  std::size_t used_ = 0;
};

}  // namespace simt
