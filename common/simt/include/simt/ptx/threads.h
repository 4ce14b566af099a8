/// @file
/// Inline PTX: warps, barriers, fences and special registers.
#pragma once

#include "simt/builtins.h"
#include "simt/failures.h"
#include "simt/groups.h"
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
/// @param id 0, the block's own
template <class Id>
SIMT_INLINE void bar_sync([[maybe_unused]] const Id& id) {
  __syncthreads();
}
SIMT_INLINE void trap() { __trap(); }
template <class T>
SIMT_INLINE void nanosleep(const T& time) {
  __nanosleep(get<u32>(time));
}

// Special registers, `%tid.x` as `tid_x()`.
#define SIMT_PTX_REGISTER(name, Type, expression) \
  SIMT_INLINE Type name() { return static_cast<Type>(expression); }
#define SIMT_PTX_REGISTERS(name, variable)     \
  SIMT_PTX_REGISTER(name##_x, u32, variable.x) \
  SIMT_PTX_REGISTER(name##_y, u32, variable.y) \
  SIMT_PTX_REGISTER(name##_z, u32, variable.z)
SIMT_PTX_REGISTERS(tid, threadIdx)
SIMT_PTX_REGISTERS(ntid, blockDim)
SIMT_PTX_REGISTERS(ctaid, blockIdx)
SIMT_PTX_REGISTERS(nctaid, gridDim)
SIMT_PTX_REGISTERS(cluster_ctaid, cluster_position())
SIMT_PTX_REGISTERS(cluster_nctaid, cluster_extent())
SIMT_PTX_REGISTER(laneid, u32, special_register::linear_thread() % 32)
SIMT_PTX_REGISTER(warpid, u32, special_register::linear_thread() / 32)
SIMT_PTX_REGISTER(nwarpid, u32, 64)
SIMT_PTX_REGISTER(smid, u32, special_register::multiprocessor())
SIMT_PTX_REGISTER(nsmid, u32, special_register::multiprocessors())
SIMT_PTX_REGISTER(clock, u32, nanoseconds())
SIMT_PTX_REGISTER(clock64, u64, nanoseconds())
SIMT_PTX_REGISTER(globaltimer, u64, nanoseconds())
SIMT_PTX_REGISTER(globaltimer_lo, u32, nanoseconds())
SIMT_PTX_REGISTER(globaltimer_hi, u32, nanoseconds() >> 32)
SIMT_PTX_REGISTER(lanemask_eq, u32, u32{1} << laneid())
SIMT_PTX_REGISTER(lanemask_lt, u32, (u32{1} << laneid()) - 1)
SIMT_PTX_REGISTER(lanemask_le, u32, lanemask_lt() | lanemask_eq())
SIMT_PTX_REGISTER(lanemask_gt, u32, ~lanemask_le())
SIMT_PTX_REGISTER(lanemask_ge, u32, ~lanemask_lt())
SIMT_PTX_REGISTER(cluster_ctarank, u32,
                  (cluster_position().z * cluster_extent().y + cluster_position().y) *
                          cluster_extent().x +
                      cluster_position().x)
SIMT_PTX_REGISTER(cluster_nctarank, u32, cluster_extent().x* cluster_extent().y* cluster_extent().z)
#undef SIMT_PTX_REGISTERS
#undef SIMT_PTX_REGISTER

}  // namespace simt::ptx
