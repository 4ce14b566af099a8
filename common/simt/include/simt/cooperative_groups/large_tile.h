/// @file
/// What tiles of more than 32 threads can do: less than those within a warp, since what they hand to each other goes
/// through memory on a GPU. Reductions and scans of them are in steps.h.
#pragma once

#include <cstdint>
#include <type_traits>

#include "lanes.h"

namespace cooperative_groups {
namespace details {

#define SIMT_FOR_ONE_WARP(reason) \
  [[gnu::unavailable("this is for tiles of up to 32 threads: " reason)]]

template <unsigned Size>
class LargeTile {
 public:
  SIMT_INLINE static constexpr unsigned size() { return Size; }
  SIMT_INLINE static constexpr unsigned num_threads() { return Size; }
  SIMT_INLINE static unsigned thread_rank() { return block_thread_rank() % Size; }
  SIMT_INLINE static void sync() { simt::tile_sync(Size); }

  template <class T>
  SIMT_INLINE T shfl(T value, unsigned rank) const {
    publish(value);
    return value_of<T>(rank);
  }
  SIMT_INLINE int any(int predicate) const {
    publish(ballot_of_warp(predicate) != 0);
    return details::ballot(~0u, of_warps<bool>()) != 0;
  }
  SIMT_INLINE int all(int predicate) const {
    publish(ballot_of_warp(predicate) == ~0u);
    return details::ballot(~0u, of_warps<bool>()) == ~0u;
  }

  // What CUDA has for tiles within a warp only.
  template <class T>
  SIMT_FOR_ONE_WARP("its result has a bit for each thread")
  unsigned ballot(T) const;
  template <class T>
  SIMT_FOR_ONE_WARP("its result has a bit for each thread")
  unsigned match_any(T) const;
  template <class T>
  SIMT_FOR_ONE_WARP("its result has a bit for each thread")
  unsigned match_all(T, int&) const;
  template <class T>
  SIMT_FOR_ONE_WARP("larger ones have shfl()")
  T shfl_up(T, unsigned) const;
  template <class T>
  SIMT_FOR_ONE_WARP("larger ones have shfl()")
  T shfl_down(T, unsigned) const;
  template <class T>
  SIMT_FOR_ONE_WARP("larger ones have shfl()")
  T shfl_xor(T, unsigned) const;

 protected:
  friend struct Access;
  static constexpr unsigned kWarps = Size / 32;
  SIMT_INLINE static unsigned mask() { return ~0u; }

  /// Brings a value to the others.
  template <class T>
  SIMT_INLINE static void publish(T value) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 8,
                  "threads of a tile of more than 32 hand each other at most 8 bytes");
    std::uint64_t word = 0;
    (__builtin_memcpy)(&word, &value, sizeof(T));
    simt::tile_publish(Size, word);
  }
  /// What the thread of this rank has brought.
  template <class T>
  SIMT_INLINE static T value_of(unsigned rank) {
    const std::uint64_t word = simt::tile_value(Size, rank);
    T value;
    (__builtin_memcpy)(&value, &word, sizeof(T));
    return value;
  }
  /// What one thread of each warp has brought: that of warp i for lane i, of each as many lanes as the tile has warps.
  /// @param lane which thread
  template <class T>
  SIMT_INLINE static T of_warps(unsigned lane = 0) {
    return value_of<T>(details::lane() % kWarps * 32 + lane);
  }
  SIMT_INLINE static unsigned ballot_of_warp(int predicate) {
    return details::ballot(~0u, predicate != 0);
  }
};

}  // namespace details
}  // namespace cooperative_groups
