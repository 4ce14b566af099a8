/// @file
/// @ingroup simt_execution
/// What the lanes of a warp hand over in collectives.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/warp.h"

#include "counters/trace.h"
#include "execution/block/pools.h"

namespace simt {

/// Lanes that wait in the same collective with the same mask.
struct Collective {
  WarpOp op;
  std::uint32_t mask;
  std::uint32_t arrived;
};

inline bool is_shuffle(WarpOp op) { return op >= WarpOp::kShuffle && op <= WarpOp::kShuffleXor; }
inline const char* shuffle_name(WarpOp op) {
  return op == WarpOp::kShuffleUp     ? "up"
         : op == WarpOp::kShuffleDown ? "down"
         : op == WarpOp::kShuffleXor  ? "xor"
                                      : "from";
}

struct Exchange {
  /// A lane that a shuffle reads from, and that takes no part.
  struct Missing {
    std::uint8_t lane, source;
  };

  Collective collectives[kWarpLanes];  ///< that lanes wait in
  std::uint64_t value[kWarpLanes];
  int lane_arg[kWarpLanes];
  int width[kWarpLanes];
  std::uint64_t result[kWarpLanes];
  unsigned unanswered;  ///< times that other lanes went before those in __activemask()

  /// The number of the collective that `lane` comes to; `count` of them are under way.
  unsigned join(WarpOp op, std::uint32_t mask, unsigned lane, unsigned& count) {
    unsigned which = 0;
    while (which < count && (collectives[which].mask != mask || collectives[which].op != op)) {
      ++which;
    }
    if (which == count) collectives[count++] = {op, mask, 0};
    collectives[which].arrived |= 1u << lane;
    return which;
  }
  void compute_results(WarpOp op, std::uint32_t lanes);
  /// Who gave what to whom in a shuffle whose results are computed.
  std::vector<ClusterTrace::Shuffled> shuffled(WarpOp op, std::uint32_t lanes) const;
  /// A lane whose value in a shuffle is undefined, because of whom; null if there is none. CUDA leaves
  /// the result undefined where a shuffle reads from a lane that takes no part.
  ///
  /// In a sum by halves, `for (step = 4; step > 0; step /= 2) v += __shfl_down_sync(0xff, v, step)`,
  /// the upper lanes get undefined values by design. There it counts whether one reaches the lowest
  /// lane.
  const Missing* find_missing(const Collective& done);
  /// Of the shuffle that was looked at last: a lane that gets an undefined value although the mask names the
  /// lane that should give it, and not in a sum by halves. Maybe it does not need the value.
  const Missing* unneeded() const { return unneeded_; }

 private:
  // Lanes to which an undefined value has come in a sum by halves.
  std::uint32_t undefined_ = 0;
  std::uint32_t undefined_mask_ = 0;
  int undefined_step_ = 0;
  Missing missing_[kWarpLanes];
  const Missing* unneeded_ = nullptr;
};

}  // namespace simt
