/// @file
/// @ingroup simt_execution
/// What a warp does of a product by its warpgroup: 16 of the 64 rows.
#pragma once

#include "execution/block/matrices.h"
#include "execution/block/shared_matrix.h"

namespace simt {

/// The factors of a product in shared memory.
SharedMatrix shared_a(const WarpgroupProduct& product);
SharedMatrix shared_b(const WarpgroupProduct& product);

/// Rows of a product that each warp computes.
inline constexpr unsigned kWarpRows = 16;

/// Computes every lane's sums, as compute_matrices() does. The bytes of the factors exist.
void multiply_by_warpgroup(MatrixLanes lanes);

}  // namespace simt
