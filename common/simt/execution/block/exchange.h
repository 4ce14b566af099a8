/// @file
/// @ingroup simt_execution
/// The values that the lanes of a warp exchange in collectives.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/warp.h"

#include "counters/observer.h"
#include "execution/threads/stacks.h"

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
  /// A lane whose shuffle reads from a lane that takes no part.
  struct Missing {
    std::uint8_t lane, source;
  };

  Collective collectives[kWarpLanes];  ///< that lanes wait in
  std::uint64_t value[kWarpLanes];
  int lane_arg[kWarpLanes];
  int width[kWarpLanes];
  std::uint64_t result[kWarpLanes];
  unsigned deferrals;  ///< times that other lanes went before those in __activemask()

  /// `lane` joins a collective, a new one if there is none like it among the `count` pending ones. @return its index
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
  /// The transfers of a shuffle whose results are computed.
  std::vector<ShuffledLane> shuffled(WarpOp op, std::uint32_t lanes) const;
  /// Finds a lane whose result of a shuffle is undefined, because it reads from a lane that takes no part; null: none.
  ///
  /// In a tree reduction, `for (step = 4; step > 0; step /= 2) v += __shfl_down_sync(0xff, v, step)`, the upper lanes
  /// get undefined values by design. It is an error only if one reaches the lowest lane.
  const Missing* find_missing(const Collective& done);
  /// In the shuffle that find_missing() has checked last: a lane with an undefined value whose source is in the mask,
  /// outside of a tree reduction. Maybe it does not need the value.
  const Missing* unneeded() const { return unneeded_; }

 private:
  // Lanes that have got an undefined value in a tree reduction.
  std::uint32_t undefined_ = 0;
  std::uint64_t given_[kWarpLanes];  ///< by them, in that call
  std::uint32_t undefined_mask_ = 0;
  int undefined_step_ = 0;
  Missing missing_[kWarpLanes];
  const Missing* unneeded_ = nullptr;
};

}  // namespace simt
