/// @file
/// @ingroup simt_base
/// How many threads make up a warp and a block.
#pragma once

namespace simt {

inline constexpr unsigned kWarpLanes = 32;
inline constexpr unsigned kMaxBlockThreads = 1024;
inline constexpr unsigned kMaxWarps = kMaxBlockThreads / kWarpLanes;

}  // namespace simt
