/// @file
/// @ingroup simt_execution
/// What a warp computes with matrices that lie in its lanes' registers, once all lanes have come.
#pragma once

#include <cstdint>

#include "simt/matrices.h"

namespace simt {

enum class MatrixOp : std::uint8_t { kMultiply, kLoad, kStore, kTranspose };

/// A lane's part. It lies on the stack of its thread, which waits until all lanes of the warp have come.
struct MatrixLane {
  MatrixOp op;
  bool transposes;     ///< of a load or store
  std::uint8_t count;  ///< matrices that are loaded or stored
  MatrixProduct kind;  ///< of a product
  MatrixPart a,
      c;  ///< of a product; `a` is what is stored or transposed, or the row that was loaded
  std::uint64_t b;
  MatrixPart result;  ///< or the row that is to be stored

  bool does_the_same(const MatrixLane& other) const;
};

/// Gives every lane its result. In a product, each sum is that of its exact products, in the order of k behind
/// the old value, in double; it is rounded once.
void compute_matrices(MatrixLane* const (&lanes)[32]);

}  // namespace simt
