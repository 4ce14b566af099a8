/// @file
/// @ingroup simt_execution
/// The matrix instructions of a warp, on matrices in its lanes' registers; executed when all lanes have arrived.
#pragma once

#include <cstdint>

#include "simt/matrices.h"
#include "simt/warpgroups.h"

namespace simt {

enum class MatrixOp : std::uint8_t {
  kMultiply,
  kLoad,
  kStore,
  kTranspose,
  kLoadFragment,
  kStoreFragment,
  // of a warp with the three others of its group
  kWarpgroupMultiply,
  kWarpgroupFence,
  kWarpgroupCommit,
  kWarpgroupWait,
  kWarpgroupRegisters
};

/// The size of a matrix element of this type, in a register or in memory, in bytes.
constexpr unsigned bytes_of(MatrixNumber number) {
  switch (number) {
    case MatrixNumber::kHalf:
    case MatrixNumber::kBfloat:
      return 2;
    case MatrixNumber::kSigned8:
    case MatrixNumber::kUnsigned8:
    case MatrixNumber::kE4m3:
    case MatrixNumber::kE5m2:
      return 1;
    case MatrixNumber::kDouble:
      return 8;
    default:
      return 4;
  }
}

/// A lane's operands and result, on the stack of its thread, which waits for all lanes of the warp.
struct MatrixLane {
  MatrixOp op;
  bool transposes = false;  ///< of a load or store
  std::uint8_t count =
      0;  ///< matrices that are loaded or stored; what an instruction of a warpgroup counts
  MatrixProduct kind = {};  ///< of a product
  MatrixPart a = {};    ///< of a product; what is stored or transposed; or the row that was loaded
  MatrixPart c = {};    ///< of a product
  std::uint64_t b = 0;  ///< of a product
  MatrixPart result = {};  ///< or the row that is to be stored
  // Of a product by a warpgroup: `sums` are the result, too.
  const WarpgroupProduct* product = nullptr;
  std::uint32_t* sums = nullptr;
  unsigned first_row = 0;        ///< of the warp
  const char* shared = nullptr;  ///< the block's shared memory

  bool does_the_same(const MatrixLane& other) const;
};

/// All lanes of a warp.
using MatrixLanes = MatrixLane* const (&)[32];

/// The running thread waits until all lanes of its warp are at the same matrix instruction; then `mine` has its result.
void matrix_collective(MatrixLane& mine, const void* site);
/// Computes every lane's result. In a product, each sum adds the exact products to the old value, in the order of k, in
/// double; it is rounded once, towards zero for float.
void compute_matrices(MatrixLanes lanes);

}  // namespace simt
