/// @file
/// @ingroup simt_execution
/// What a warp computes with matrices that lie in its lanes' registers, once all lanes have come.
#pragma once

#include <cstdint>

#include "simt/matrices.h"

namespace simt {

enum class MatrixOp : std::uint8_t {
  kMultiply,
  kLoad,
  kStore,
  kTranspose,
  kLoadFragment,
  kStoreFragment
};

/// Of a number in a register or in memory.
constexpr unsigned bytes_of(MatrixNumber number) {
  switch (number) {
    case MatrixNumber::kHalf:
    case MatrixNumber::kBfloat:
      return 2;
    case MatrixNumber::kSigned8:
    case MatrixNumber::kUnsigned8:
      return 1;
    case MatrixNumber::kDouble:
      return 8;
    default:
      return 4;
  }
}

/// A lane's part. It lies on the stack of its thread, which waits until all lanes of the warp have come.
struct MatrixLane {
  MatrixOp op;
  bool transposes = false;  ///< of a load or store
  std::uint8_t count = 0;   ///< matrices that are loaded or stored
  MatrixProduct kind = {};  ///< of a product
  MatrixPart a = {};    ///< of a product; what is stored or transposed; or the row that was loaded
  MatrixPart c = {};    ///< of a product
  std::uint64_t b = 0;  ///< of a product
  MatrixPart result = {};  ///< or the row that is to be stored

  bool does_the_same(const MatrixLane& other) const;
};

/// The running thread waits for the same instruction with matrices in all lanes of its warp; then `mine` has its
/// result.
void meet_for_matrices(MatrixLane& mine, const void* site);
/// Gives every lane its result. In a product, each sum is that of its exact products, in the order of k behind
/// the old value, in double; it is rounded once, towards zero where it is a float.
void compute_matrices(MatrixLane* const (&lanes)[32]);

}  // namespace simt
