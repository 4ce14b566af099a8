/// @file
/// Inline PTX: warps, clusters, and a thread's own course.
#pragma once

#include "simt/builtins.h"
#include "simt/failures.h"
#include "simt/groups.h"
#include "simt/launch.h"
#include "simt/math.h"
#include "simt/ptx/operands.h"
#include "simt/special_registers.h"
#include "simt/warp.h"

namespace simt::ptx {

using simt::WarpOp;

// Shuffles: `clamp` has the last lane to read from and, from bit 8, the mask that divides the warp.
// The predicate says whether the lane to read from is among the caller's.
template <class D, class P, class A, class B, class C, class M>
SIMT_INLINE void shuffle(WarpOp op, D&& d, P&& p, const A& a, const B& b, const C& clamp_,
                         const M& mask) {
  const u32 lane = special_register::linear_thread() % 32, clamp = get<u32>(clamp_);
  const u32 segments = clamp >> 8 & 31, last = (lane & segments) | (clamp & 31 & ~segments);
  const u32 step = get<u32>(b) & 31;
  u32 from = 0;
  bool is_mine = true;
  switch (op) {
    case WarpOp::kShuffleUp:
      from = lane - step;
      is_mine = static_cast<s32>(from) >= static_cast<s32>(last);
      break;
    case WarpOp::kShuffleDown:
      from = lane + step;
      is_mine = from <= last;
      break;
    case WarpOp::kShuffleXor:
      from = lane ^ step;
      is_mine = from <= last;
      break;
    default:
      from = (lane & segments) | (step & ~segments);
      is_mine = from <= last;
  }
  const auto bits = warp_collective(WarpOp::kShuffle, get<u32>(mask), get<u32>(a),
                                    static_cast<int>(is_mine ? from : lane), 32);
  set(d, static_cast<u32>(bits));
  set(p, is_mine);
}

template <class D, class M>
SIMT_INLINE void vote_ballot(D&& d, bool p, const M& mask) {
  set(d, __ballot_sync(get<u32>(mask), p));
}
template <class D, class M>
SIMT_INLINE void vote_all(D&& d, bool p, const M& mask) {
  set(d, __all_sync(get<u32>(mask), p) != 0);
}
template <class D, class M>
SIMT_INLINE void vote_any(D&& d, bool p, const M& mask) {
  set(d, __any_sync(get<u32>(mask), p) != 0);
}
/// Whether all lanes say the same.
template <class D, class M>
SIMT_INLINE void vote_uni(D&& d, bool p, const M& mask) {
  int same = 0;
  __match_all_sync(get<u32>(mask), u32{p}, &same);
  set(d, same != 0);
}
template <class T, class D, class A, class M>
SIMT_INLINE void match_any(D&& d, const A& a, const M& mask) {
  set(d, __match_any_sync(get<u32>(mask), get<T>(a)));
}
template <class T, class D, class P, class A, class M>
SIMT_INLINE void match_all(D&& d, P&& p, const A& a, const M& mask) {
  int same = 0;
  set(d, __match_all_sync(get<u32>(mask), get<T>(a), &same));
  set(p, same != 0);
}
template <class D, class A, class M>
SIMT_INLINE void redux(WarpOp op, D&& d, const A& a, const M& mask) {
  set(d, static_cast<u32>(warp_collective(op, get<u32>(mask), get<u32>(a), 0, 32)));
}
/// One lane of the mask, the lowest, gets true.
template <class D, class P, class M>
SIMT_INLINE void elect(D&& d, P&& p, const M& mask_) {
  const u32 mask = get<u32>(mask_);
  const u32 first = static_cast<u32>(__builtin_ctz(__ballot_sync(mask, 1)));
  set(d, first);
  set(p, first == special_register::linear_thread() % 32);
}
template <class D>
SIMT_INLINE void activemask(D&& d) {
  set(d, u32{__activemask()});
}
template <class M>
SIMT_INLINE void bar_warp(const M& mask) {
  __syncwarp(get<u32>(mask));
}
SIMT_INLINE void trap() { __trap(); }
template <class T>
SIMT_INLINE void nanosleep(const T& time) {
  __nanosleep(get<u32>(time));
}
/// The thread has come to its end.
[[noreturn]] SIMT_INLINE void exit() { end_thread(); }
SIMT_INLINE void grid_dependency() { cudaGridDependencySynchronize(); }
SIMT_INLINE void cluster_arrives() { cluster_arrive(); }
SIMT_INLINE void cluster_waits() { cluster_wait(); }

}  // namespace simt::ptx
