/// @file
/// @ingroup tutorial
/// In which order the blocks, warps and lanes of a kernel run, for a program that wants to see
/// whether its result depends on it.
#pragma once

#include "simt/users_macros_away.inc"

#include <cstdint>

namespace simt {

/// CUDA promises no order. All but `kFree` are the same in every run, however many OS threads there
/// are: one of them runs all blocks.
enum class Order {
  kFree,     ///< lanes and warps forward, blocks side by side on all OS threads
  kForward,  ///< block 0, warp 0, lane 0 first
  kReverse,  ///< the last ones first
  /// Mixed up, by the seed. Threads also stop here and there, so that others come in between: in front of volatile and
  /// atomic stores, behind atomic operations and fences.
  kRandom,
};

/// Holds for launches from now on, by all threads of the host, and for what their kernels launch. It
/// says who begins, and who goes on when several can; a block that waits for another one still makes
/// room for it. At first the order is what `SIMT_ORDER` and `SIMT_SEED` say, or `kFree`.
/// @param seed of `kRandom`
void set_order(Order order, std::uint64_t seed = 1);

}  // namespace simt

#include "simt/users_macros_back.inc"
