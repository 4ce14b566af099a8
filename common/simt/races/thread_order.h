/// @file
/// @ingroup simt_races
/// The happens-before relation between the threads of a block on global memory, between two of its barriers: by
/// `__syncwarp` of lanes of a warp, by barriers of tiles of several warps, and by fences with atomics or volatile
/// accesses.
///
/// Each warp has a logical clock, which advances with each of its fences and `__syncwarp`s. A fence, and an atomic
/// after it, count for the whole warp. Shuffles and votes order no memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "base/limits.h"
#include "races/lane_clocks.h"

namespace simt {

class ThreadOrder {
 public:
  using VectorClock = std::array<std::uint32_t, kMaxWarps>;  ///< a clock value of each warp

  /// The block has passed its barrier: nothing of what was known about the order of its threads is needed any more.
  void begin_interval() {
    if (is_used_) clear();
  }
  std::uint32_t clock(unsigned warp) const { return clocks_[warp]; }
  /// An access was recorded at the warp's current clock value, so the next event has to advance it.
  void mark_used(unsigned warp) { used_ |= 1u << warp; }

  /// `__syncwarp` of `lanes`. @param whole whether these are all live lanes of the warp
  void sync_warp(unsigned warp, std::uint32_t lanes, bool whole);
  /// The barrier of a tile of several warps, a bit each. To other blocks a new phase begins, with fences of its own.
  void sync_warps(std::uint32_t warps);
  /// A thread of the warp has called a fence. @param device whether its scope is the device, not only the block
  void fence(unsigned warp, bool device);
  /// A device-wide fence covers the warp's accesses before this clock value; 0: none.
  std::uint32_t fenced(unsigned warp) const { return is_used_ ? device_fences_[warp] : 0; }
  /// The clock values that fenced() returns, of all warps.
  const VectorClock& all_fenced() const { return device_fences_; }
  bool has_device_fences() const { return has_device_fences_; }

  /// Whether flags can order anything: the block has called a fence.
  bool has_fences() const { return has_fences_; }
  /// To be called before an atomic or volatile store (`release`), and after an atomic or volatile load (`acquire`), of
  /// any memory.
  void release(std::uintptr_t address, unsigned warp);
  void acquire(std::uintptr_t address, unsigned warp);

  /// Whether what `earlier` did at `clock` of its warp happens before what `later` does now.
  bool ordered(unsigned earlier, std::uint32_t clock, unsigned later) const;

 private:
  void advance_clock(unsigned warp);
  void clear();

  bool is_used_ = false;
  bool has_fences_ = false;
  bool has_device_fences_ = false;
  std::uint32_t used_ = 0;  ///< warps with an access at their current clock value
  VectorClock clocks_{};
  VectorClock synced_at_{};  ///< clock after the last `__syncwarp` of the whole warp
  VectorClock device_fences_{};
  std::uint32_t fenced_warps_ = 0;  ///< warps with a fence of any scope
  /// The vector clock that a release of the warp publishes: its clock at its last fence.
  std::array<VectorClock, kMaxWarps> release_clocks_{};
  std::uint32_t partially_synced_ = 0;  ///< warps with a `__syncwarp` of some lanes
  std::unique_ptr<LaneClocks[]> seen_;  ///< in clock values of the warp
  std::uint32_t acquired_warps_ = 0;    ///< warps that have acquired something
  std::array<VectorClock, kMaxWarps> acquired_clocks_{};
  std::unordered_map<std::uintptr_t, VectorClock> released_;
};

}  // namespace simt
