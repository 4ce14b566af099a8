/// @file
/// @ingroup simt_races
/// The happens-before relation between the blocks of a launch: by fences and atomics, and by cluster barriers.
///
/// A release is an atomic or a volatile store after a fence; it is recorded with its address. An acquire is an
/// atomic or a volatile load; it synchronizes with the releases recorded for its address so far. Inside a block,
/// the block barrier orders everything; between two barriers, a warp's fences and atomics order only the accesses
/// of that warp.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "races/thread_order.h"

namespace simt {

/// When a thread did something: the barrier interval ("phase") of its block, and its warp's logical clock in it.
struct Timestamp {
  static constexpr unsigned kClockBits = 12;
  static constexpr std::uint32_t kMaxClock = (1u << kClockBits) - 1;
  static constexpr std::uint32_t kMaxPhase = ~0u >> kClockBits;

  /// Saturates: events with a saturated timestamp count as ordered.
  static std::uint32_t pack(std::uint32_t phase, std::uint32_t clock) {
    return (phase < kMaxPhase ? phase : kMaxPhase) << kClockBits |
           (clock < kMaxClock ? clock : kMaxClock);
  }
  static std::uint32_t phase(std::uint32_t timestamp) { return timestamp >> kClockBits; }
  static std::uint32_t clock(std::uint32_t timestamp) { return timestamp & kMaxClock; }
  static bool is_saturated(std::uint32_t timestamp) {
    return phase(timestamp) == kMaxPhase || clock(timestamp) == kMaxClock;
  }
};

class BlockOrder {
 public:
  struct Release {
    std::uint32_t block;
    std::uint32_t warp;
    std::uint32_t phase;
    std::uint32_t fenced;  ///< a fence covers the warp's accesses before this clock value; 0: none
    std::uint32_t acquires = 0;          ///< of the block so far
    std::uint32_t cluster_barriers = 0;  ///< of the cluster so far
    bool operator==(const Release&) const = default;
  };

  explicit BlockOrder(unsigned cluster_blocks) : cluster_blocks_(cluster_blocks) {}

  /// Whether anything can order two blocks yet; until then nothing needs to be recorded.
  bool active() const { return active_.load(); }
  /// To be called before the first fence.
  void activate() { active_ = true; }

  /// A phase with fences has ended. @param clocks of each warp: a fence covers its accesses before this value
  void fenced(std::uint32_t block, std::uint32_t phase, const ThreadOrder::VectorClock& clocks);
  /// To be called before the operation, so that any thread that sees its result finds the release.
  void release(std::uintptr_t address, Release release);
  /// To be called after the operation. @return whether it synchronizes with a release it had not seen yet
  bool acquire(std::uintptr_t address, std::uint32_t block, std::uint32_t warp,
               std::uint32_t phase);
  /// All blocks of the cluster have passed its barrier; `phase` of `block` begins.
  void cluster_barrier(std::uint32_t block, std::uint32_t phase);

  /// Whether an access by `warp` of block `earlier` at `timestamp` happens before what `later_warp` of block
  /// `later` does now, in `phase`.
  bool ordered(std::uint32_t earlier, std::uint32_t warp, std::uint32_t timestamp,
               std::uint32_t later, std::uint32_t later_warp, std::uint32_t phase);

 private:
  struct Log {
    std::vector<Release> releases;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> of_block;
  };
  struct Acquire {
    const Log* log;
    std::uint32_t length;  ///< releases that it has seen
    std::uint32_t phase;
    std::uint32_t warp;
  };
  struct Fences {
    std::uint32_t phase;
    ThreadOrder::VectorClock clocks;
  };
  struct History {
    std::vector<Acquire> acquires;
    std::vector<Fences> fences;                   ///< of phases that have ended
    std::vector<std::uint32_t> cluster_barriers;  ///< the phase that begins with each
  };

  bool has_fence(std::uint32_t block, std::uint32_t warp, std::uint32_t timestamp,
                 std::uint32_t until);
  bool covers(const Release& release, std::uint32_t block, std::uint32_t warp,
              std::uint32_t timestamp);
  bool same_cluster(std::uint32_t a, std::uint32_t b) const {
    return cluster_blocks_ > 1 && a / cluster_blocks_ == b / cluster_blocks_;
  }
  /// Whether `phase` of `block` ended with one of the first `cluster_barriers` barriers of the cluster, or before.
  bool is_before_cluster_barrier(std::uint32_t block, std::uint32_t phase,
                                 std::size_t cluster_barriers);

  const unsigned cluster_blocks_;
  std::atomic<bool> active_{false};
  std::mutex mutex_;
  std::unordered_map<std::uintptr_t, Log> logs_;
  std::unordered_map<std::uint32_t, History> blocks_;
  std::size_t size_ = 0;
};

}  // namespace simt
