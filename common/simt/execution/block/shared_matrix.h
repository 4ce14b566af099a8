/// @file
/// @ingroup simt_execution
/// A factor of wgmma in shared memory: what its descriptor of 64 bits says (PTX ISA, "Matrix descriptor format" and
/// "Shared memory matrix layout").
///
/// The matrix is made of pieces of 16 bytes. Where its rows are along k, each row of 8 is one or several pieces behind
/// each other; else each step of k is. Eight of these lie below each other, 16 bytes apart or as many as the swizzle
/// has, and two offsets say where the next ones are.
#pragma once

#include <cstdint>

#include "simt/matrices.h"

namespace simt {

class SharedMatrix {
 public:
  /// @param rows of A, or columns of B: 64, or N
  /// @param depth k
  /// @param is_along_k whether numbers of one row and
  /// neighbouring k are neighbours
  SharedMatrix(std::uint64_t descriptor, MatrixNumber number, unsigned rows, unsigned depth,
               bool is_along_k);

  /// Where a number is: bytes from the start of the block's shared memory.
  std::uint32_t offset(unsigned row, unsigned k) const;
  /// Calls `use(offset)` for the pieces of rows `first` to `end`, multiples of 8.
  template <class Use>
  void for_each_piece(unsigned first, unsigned end, Use use) const {
    const unsigned numbers = kPiece / bytes_;
    for (unsigned row = first; row < end; row += is_along_k_ ? 1 : numbers) {
      for (unsigned k = 0; k < depth_; k += is_along_k_ ? numbers : 1) use(offset(row, k));
    }
  }

  static constexpr unsigned kPiece = 16;  ///< bytes

  bool is_swizzled() const { return width_ != kPiece; }
  unsigned swizzle_bytes() const { return width_; }
  bool has_base_offset() const { return is_swizzled() && base_offset_ != 0; }
  // How far a swizzled matrix is from where its pattern of 8 rows may begin, and the next ones; 0: it is there.
  unsigned start_beyond() const;
  unsigned stride_beyond() const;
  unsigned leading_beyond() const;
  unsigned pattern_bytes() const { return 8 * width_; }

 private:
  std::uint32_t start_, leading_, stride_, base_offset_;
  unsigned width_;  ///< of the swizzle, or of a piece
  unsigned bytes_;  ///< of a number
  unsigned rows_, depth_;
  bool is_along_k_;
};

}  // namespace simt
