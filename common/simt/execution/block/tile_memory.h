/// @file
/// @ingroup simt_execution
/// Memory of a resident block for the elements of its tiles. A tile's size is a power of two, and a kernel makes tiles
/// of the same few sizes over and over: what one gives back, the next one takes.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace simt {

class TileMemory {
 public:
  /// Takes back what a block that was given up has left.
  void begin_block();
  /// Elements with one share. @param bytes at least 1
  void* take(std::size_t bytes);
  static void share(void* elements);
  /// Gives one share back.
  void give_back(void* elements);

 private:
  /// In front of the elements.
  struct alignas(64) Head {
    std::size_t shares;
    unsigned size;  ///< as a power of two
  };
  static constexpr unsigned kSizes = 40;

  std::vector<std::unique_ptr<std::byte[]>> all_;
  std::array<std::vector<Head*>, kSizes> free_;  ///< by size
};

}  // namespace simt
