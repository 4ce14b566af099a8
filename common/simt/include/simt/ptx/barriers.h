/// @file
/// Inline PTX: the 16 barriers of a block. Number 0 is also `__syncthreads()`.
#pragma once

#include "simt/builtins.h"
#include "simt/groups.h"
#include "simt/ptx/operands.h"

namespace simt::ptx {

using simt::Vote;

/// Whether that is the barrier of `__syncthreads()`, for all threads.
SIMT_INLINE bool is_syncthreads(u32 number) { return number == 0; }
SIMT_INLINE bool is_syncthreads(u32 number, u32 threads) {
  return number == 0 && threads == (blockDim.x * blockDim.y * blockDim.z + 31) / 32 * 32;
}

template <class Id>
SIMT_INLINE void bar_sync(const Id& number) {
  if (is_syncthreads(get<u32>(number))) {
    __syncthreads();
  } else {
    numbered_barrier(get<u32>(number), kAllThreads, true, Vote::kNone, 0);
  }
}
template <class Id, class N>
SIMT_INLINE void bar_sync(const Id& number, const N& threads) {
  if (is_syncthreads(get<u32>(number), get<u32>(threads))) {
    __syncthreads();
  } else {
    numbered_barrier(get<u32>(number), get<u32>(threads), true, Vote::kNone, 0);
  }
}
template <class Id, class N>
SIMT_INLINE void bar_arrive(const Id& number, const N& threads) {
  numbered_barrier(get<u32>(number), get<u32>(threads), false, Vote::kNone, 0);
}
template <Vote vote, class D>
SIMT_INLINE void set_vote(D&& d, int result) {
  if constexpr (vote == Vote::kCount) {
    set(d, static_cast<u32>(result));
  } else {
    set(d, result != 0);
  }
}
template <Vote vote, class D, class Id>
SIMT_INLINE void bar_red(D&& d, const Id& number, bool predicate) {
  set_vote<vote>(d, is_syncthreads(get<u32>(number))
                        ? block_barrier(vote, predicate)
                        : numbered_barrier(get<u32>(number), kAllThreads, true, vote, predicate));
}
template <Vote vote, class D, class Id, class N>
SIMT_INLINE void bar_red(D&& d, const Id& number, const N& threads, bool predicate) {
  set_vote<vote>(
      d, is_syncthreads(get<u32>(number), get<u32>(threads))
             ? block_barrier(vote, predicate)
             : numbered_barrier(get<u32>(number), get<u32>(threads), true, vote, predicate));
}

}  // namespace simt::ptx
