/// @file
/// What four warps do together with matrices: products whose factors tensor cores read from shared memory by themselves
/// (`wgmma`). A warpgroup is the warps 4 i to 4 i + 3 of a block; all of their threads have to come to each of these.
#pragma once

#include <cstdint>

#include "simt/matrices.h"

namespace simt {

/// A product of 64 × `depth` by `depth` × `columns` numbers, which each of the warps computes 16 rows of.
struct WarpgroupProduct {
  MatrixProduct kind;  ///< of one warp
  std::uint16_t columns;
  bool has_a_in_registers;
  bool transposes_a, transposes_b;  ///< whether rows of A, or columns of B, are not along k
  bool negates_a, negates_b;
  bool adds;           ///< the product to the old sums
  std::uint64_t a, b;  ///< descriptors

  bool has_shape_of(const WarpgroupProduct& other) const {
    return columns == other.columns && kind.depth == other.kind.depth && kind.a == other.kind.a &&
           kind.b == other.kind.b && kind.sum == other.kind.sum;
  }
  bool is_same(const WarpgroupProduct& other) const {
    return has_shape_of(other) && has_a_in_registers == other.has_a_in_registers &&
           transposes_a == other.transposes_a && transposes_b == other.transposes_b &&
           negates_a == other.negates_a && negates_b == other.negates_b && adds == other.adds &&
           b == other.b && (has_a_in_registers || a == other.a);
  }
};

/// Begins a product; the caller must not use what it reads and writes until it has waited. @param a the caller's part
/// of A, if it is in registers
/// @param sums the caller's `columns` / 2 numbers
/// @param place of the first of them in the
/// program
void warpgroup_multiply(const WarpgroupProduct& product, MatrixPart a, std::uint32_t* sums,
                        const void* place);
/// What threads have done with registers comes before products that use them.
void warpgroup_fence();
/// The products since the last call are a group.
void warpgroup_commit();
/// Waits for the groups, all but the `count` latest.
void warpgroup_wait(std::uint32_t count);
/// Asks for so many registers for each thread.
void warpgroup_registers(std::uint32_t count);

}  // namespace simt
