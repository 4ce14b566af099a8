/// @file
/// @ingroup simt_races
/// Which accesses of the blocks of a launch come before which: by fences and atomics, and by barriers
/// of clusters.
///
/// A release is an atomic or a volatile store after a fence; it is noted with the address. An acquire
/// is an atomic or a volatile load; it has seen the releases that were noted for its address. Inside of
/// a block, the block barrier orders everything; between two barriers, a warp's fences and atomics
/// speak for the warp only.
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

/// When a thread did something: the barrier interval of its block, and the moment of its warp in it.
struct Stamp {
  static constexpr unsigned kMomentBits = 12;
  static constexpr std::uint32_t kLastMoment = (1u << kMomentBits) - 1;
  static constexpr std::uint32_t kLastPhase = ~0u >> kMomentBits;

  /// What does not fit is counted no further, and is taken for ordered.
  static std::uint32_t pack(std::uint32_t phase, std::uint32_t moment) {
    return (phase < kLastPhase ? phase : kLastPhase) << kMomentBits |
           (moment < kLastMoment ? moment : kLastMoment);
  }
  static std::uint32_t phase(std::uint32_t stamp) { return stamp >> kMomentBits; }
  static std::uint32_t moment(std::uint32_t stamp) { return stamp & kLastMoment; }
  static bool is_last(std::uint32_t stamp) {
    return phase(stamp) == kLastPhase || moment(stamp) == kLastMoment;
  }
};

class BlockOrder {
 public:
  struct Release {
    std::uint32_t block;
    std::uint32_t warp;
    std::uint32_t phase;
    std::uint32_t fenced;        ///< the warp's moments before this one have a fence; 0: none
    std::uint32_t acquires = 0;  ///< of the block so far
    std::uint32_t meetings = 0;  ///< of the cluster so far
    bool operator==(const Release&) const = default;
  };

  explicit BlockOrder(unsigned cluster_blocks) : cluster_blocks_(cluster_blocks) {}

  /// Whether anything can order two blocks: until then nothing needs to be noted.
  bool active() const { return active_.load(); }
  /// A fence is about to happen.
  void activate() { active_ = true; }

  /// A phase has ended in which warps have called fences. @param moments before which each warp's uses have one
  void fenced(std::uint32_t block, std::uint32_t phase, const ThreadOrder::Moments& moments);
  /// To be called before the operation: who sees its result finds the release.
  void release(std::uintptr_t address, Release release);
  /// To be called after the operation. @return whether there was something new to see.
  bool acquire(std::uintptr_t address, std::uint32_t block, std::uint32_t warp,
               std::uint32_t phase);
  /// All blocks of the cluster have met; for `block`, `phase` begins.
  void met(std::uint32_t block, std::uint32_t phase);

  /// Whether what `warp` of block `earlier` did at `stamp` comes before what `later_warp` of block
  /// `later` does now, in `phase`.
  bool ordered(std::uint32_t earlier, std::uint32_t warp, std::uint32_t stamp, std::uint32_t later,
               std::uint32_t later_warp, std::uint32_t phase);

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
    ThreadOrder::Moments moments;
  };
  struct History {
    std::vector<Acquire> acquires;
    std::vector<Fences> fences;           ///< of phases that have ended
    std::vector<std::uint32_t> meetings;  ///< the phase that each began
  };

  bool has_fence(std::uint32_t block, std::uint32_t warp, std::uint32_t stamp, std::uint32_t until);
  bool covers(const Release& release, std::uint32_t block, std::uint32_t warp, std::uint32_t stamp);
  bool same_cluster(std::uint32_t a, std::uint32_t b) const {
    return cluster_blocks_ > 1 && a / cluster_blocks_ == b / cluster_blocks_;
  }
  /// Whether `block` was in `phase` before the cluster met for the `meetings`-th time.
  bool before_meeting(std::uint32_t block, std::uint32_t phase, std::size_t meetings);

  const unsigned cluster_blocks_;
  std::atomic<bool> active_{false};
  std::mutex mutex_;
  std::unordered_map<std::uintptr_t, Log> logs_;
  std::unordered_map<std::uint32_t, History> blocks_;
  std::size_t size_ = 0;
};

}  // namespace simt
