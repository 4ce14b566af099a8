/// @file
/// @ingroup simt_memory
/// What the model has in the 128 bytes of a CUtensorMap: a tensor in global memory, and the box of it that is copied.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt {

struct TensorMap {
  static constexpr unsigned kMostDimensions = 5;
  static constexpr std::uint64_t kMark = 0x70616d'746d6973;

  std::uint64_t mark;                    ///< kMark, in one that is initialised
  std::uint64_t address;                 ///< of the first element
  std::uint64_t sizes[kMostDimensions];  ///< in elements, the fastest dimension first
  std::uint64_t strides
      [kMostDimensions];  ///< in bytes, of neighbours in a dimension; the first is an element
  std::uint16_t box[kMostDimensions];   ///< elements that a copy moves in shared memory
  std::uint8_t steps[kMostDimensions];  ///< of them every so manieth one in the tensor
  std::uint8_t rank;
  std::uint8_t swizzle;  ///< bytes of a row that are swizzled, 0 for none
  std::uint8_t type;     ///< BulkType
  bool fills_with_nan;   ///< what is outside of the tensor; else zeros

  std::size_t element_bytes() const { return strides[0]; }
  std::size_t row_bytes() const { return box[0] * element_bytes(); }
  /// Of the whole box in shared memory.
  std::size_t box_bytes() const {
    std::size_t bytes = row_bytes();
    for (unsigned i = 1; i < rank; ++i) bytes *= box[i];
    return bytes;
  }
};
static_assert(sizeof(TensorMap) <= 128);

}  // namespace simt
