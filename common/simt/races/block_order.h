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

namespace simt {

/// When a thread did something: the barrier interval of its block, and its fences in that interval.
struct Stamp {
  static constexpr unsigned kFenceBits = 10;
  static constexpr std::uint32_t kLastFence = (1u << kFenceBits) - 1;
  static constexpr std::uint32_t kLastPhase = ~0u >> kFenceBits;

  /// What does not fit is counted no further, and is taken for ordered.
  static std::uint32_t pack(std::uint32_t phase, std::uint32_t fences) {
    return (phase < kLastPhase ? phase : kLastPhase) << kFenceBits |
           (fences < kLastFence ? fences : kLastFence);
  }
  static std::uint32_t phase(std::uint32_t stamp) { return stamp >> kFenceBits; }
  static std::uint32_t fences(std::uint32_t stamp) { return stamp & kLastFence; }
};

class BlockOrder {
 public:
  struct Release {
    std::uint32_t block;
    std::uint32_t warp;
    std::uint32_t phase;
    std::uint32_t fences;        ///< of the warp in this phase
    std::uint32_t fenced_phase;  ///< the last one before with a fence; only if fenced_count > 0
    std::uint32_t fenced_count;  ///< most fences of a thread in it
    std::uint32_t acquires = 0;  ///< of the block so far
    std::uint32_t meetings = 0;  ///< of the cluster so far
    bool operator==(const Release&) const = default;
  };

  explicit BlockOrder(unsigned cluster_blocks) : cluster_blocks_(cluster_blocks) {}

  /// Whether anything can order two blocks: until then nothing needs to be noted.
  bool active() const { return active_.load(); }
  /// A fence is about to happen.
  void activate() { active_ = true; }

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
  struct History {
    std::vector<Acquire> acquires;
    std::vector<std::uint32_t> meetings;  ///< the phase that each began
  };

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
