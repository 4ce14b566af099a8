/// @file
/// @ingroup simt_execution
/// The 16 barriers of a block that inline PTX has by their numbers. Each counts whole warps: the lanes of one
/// arrive each for itself, but the warp has arrived when all that live have.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "simt/builtins.h"

#include "execution/block/threads.h"

namespace simt {

inline constexpr unsigned kNumberedBarriers = 16;

struct NumberedBarrier {
  unsigned expected = 0;  ///< threads; kAllThreads: all of the block that live. 0: nobody has come
  std::uint32_t arrived = 0;  ///< warps, a bit each
  std::uint32_t phase = 0;
  /// How often each thread has come, which its warp has not yet.
  std::array<std::uint8_t, kMaxBlockThreads> ahead{};
  std::array<std::uint32_t, kMaxWarps> waiting{};  ///< lanes
  struct Votes {
    int yes = 0, all = 0;
  };
  std::array<Votes, 2> votes{};  ///< of the phase, and of the one before
};

struct NumberedBarriers {
  std::array<NumberedBarrier, kNumberedBarriers> all;

  /// Where the thread waits, for the report of a deadlock. @param warps of the block
  std::string text_of(unsigned thread, unsigned warps) const;
};

}  // namespace simt
