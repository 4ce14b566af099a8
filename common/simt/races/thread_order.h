/// @file
/// @ingroup simt_races
/// Which accesses of the threads of one block come before which, between two barriers of the block: by
/// `__syncwarp` among the lanes of a warp, by barriers of tiles of several warps, and by fences with atomics or volatile accesses.
///
/// A warp counts its moments: one ends with each of its fences, and each time when lanes of it have
/// synchronized. A fence, and an atomic after it, speak for their whole warp. Shuffles and votes order no memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "races/seen_lanes.h"

namespace simt {

class ThreadOrder {
 public:
  static constexpr unsigned kWarps = 32;
  using Moments = std::array<std::uint32_t, kWarps>;  ///< one of each warp

  /// The barrier of the block.
  void begin_interval() {
    if (is_used_) clear();
  }
  std::uint32_t moment(unsigned warp) const { return moment_[warp]; }
  /// Something is noted at the warp's moment.
  void touch(unsigned warp) { touched_ |= 1u << warp; }

  /// Lanes of the warp have synchronized. @param whole whether all that live
  void synchronized(unsigned warp, std::uint32_t lanes, bool whole);
  /// All threads of these warps, a bit each, have met: a tile of several warps. What comes then is a new phase to
  /// other blocks, whose fences are its own.
  void met(std::uint32_t warps);
  /// A thread of the warp has called a fence. @param device for the device, not for its block only
  void fence(unsigned warp, bool device);
  /// Uses of the warp before this moment have a fence for the device behind them; 0: none has.
  std::uint32_t fenced(unsigned warp) const { return is_used_ ? device_fences_[warp] : 0; }
  /// The same of all warps.
  const Moments& all_fenced() const { return device_fences_; }
  bool has_device_fences() const { return has_device_fences_; }

  /// Whether a flag can hand over anything: the block has called a fence.
  bool has_fences() const { return has_fences_; }
  /// Before an atomic or volatile store, and after an atomic or volatile load, of any memory.
  void release(std::uintptr_t address, unsigned warp);
  void acquire(std::uintptr_t address, unsigned warp);

  /// Whether what `earlier` did at `moment` comes before what `later` does now.
  bool ordered(unsigned earlier, std::uint32_t moment, unsigned later) const;

 private:
  void next_moment(unsigned warp);
  void clear();

  bool is_used_ = false;
  bool has_fences_ = false;
  bool has_device_fences_ = false;
  std::uint32_t touched_ = 0;  ///< warps with something at their moment
  Moments moment_{};
  Moments synchronized_{};  ///< the whole warp, before this moment
  Moments device_fences_{};
  std::uint32_t fenced_ = 0;  ///< warps with a fence of any scope
  /// What such a warp's last fence speaks for: moments of all warps.
  std::array<Moments, kWarps> announced_{};
  std::uint32_t partly_ = 0;  ///< warps of which some lanes have synchronized without the others
  std::unique_ptr<SeenLanes[]> seen_;  ///< times are moments
  std::uint32_t acquired_ = 0;         ///< warps that know something of `known_`
  std::array<Moments, kWarps> known_{};
  std::unordered_map<std::uintptr_t, Moments> released_;
};

}  // namespace simt
