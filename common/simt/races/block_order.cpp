#include "races/block_order.h"

#include <algorithm>

namespace simt {
namespace {

/// Limits of the search, and of the memory for it. Beyond them everything counts as ordered.
constexpr std::size_t kMaxSteps = 4'000'000;
constexpr std::size_t kMaxEntries = 8u << 20;

}  // namespace

void BlockOrder::fenced(std::uint32_t block, std::uint32_t phase,
                        const ThreadOrder::VectorClock& clocks) {
  const std::lock_guard lock(mutex_);
  if (size_ >= kMaxEntries) return;
  blocks_[block].fences.push_back({phase, clocks});
  size_ += 4;  // an entry is that much larger than the others
}

void BlockOrder::release(std::uintptr_t address, Release release) {
  const std::lock_guard lock(mutex_);
  if (size_ >= kMaxEntries) return;
  Log& log = logs_[address];
  const History& history = blocks_[release.block];
  release.acquires = static_cast<std::uint32_t>(history.acquires.size());
  release.cluster_barriers = static_cast<std::uint32_t>(history.cluster_barriers.size());
  std::vector<std::uint32_t>& own = log.of_block[release.block];
  if (!own.empty() && log.releases[own.back()] == release) return;
  own.push_back(static_cast<std::uint32_t>(log.releases.size()));
  log.releases.push_back(release);
  ++size_;
}

bool BlockOrder::acquire(std::uintptr_t address, std::uint32_t block, std::uint32_t warp,
                         std::uint32_t phase) {
  const std::lock_guard lock(mutex_);
  const auto it = logs_.find(address);
  if (it == logs_.end() || size_ >= kMaxEntries) return false;
  const Log* const log = &it->second;
  const auto length = static_cast<std::uint32_t>(log->releases.size());
  std::vector<Acquire>& acquires = blocks_[block].acquires;
  if (!acquires.empty()) {
    const Acquire& last = acquires.back();
    if (last.log == log && last.length == length && last.phase == phase && last.warp == warp) {
      return false;
    }
  }
  acquires.push_back({log, length, phase, warp});
  ++size_;
  return true;
}

void BlockOrder::cluster_barrier(std::uint32_t block, std::uint32_t phase) {
  const std::lock_guard lock(mutex_);
  active_ = true;
  blocks_[block].cluster_barriers.push_back(phase);
}

bool BlockOrder::is_before_cluster_barrier(std::uint32_t block, std::uint32_t phase,
                                           std::size_t cluster_barriers) {
  return cluster_barriers > 0 && phase < blocks_[block].cluster_barriers[cluster_barriers - 1];
}

/// Whether the block, in phases before `until`, has called a fence after what `warp` did at `timestamp`: the warp
/// itself in that phase, or any warp after the barrier.
bool BlockOrder::has_fence(std::uint32_t block, std::uint32_t warp, std::uint32_t timestamp,
                           std::uint32_t until) {
  const std::uint32_t phase = Timestamp::phase(timestamp);
  const std::vector<Fences>& fences = blocks_[block].fences;
  auto it = std::partition_point(fences.begin(), fences.end(),
                                 [&](const Fences& one) { return one.phase < phase; });
  if (it != fences.end() && it->phase == phase) {
    if (Timestamp::clock(timestamp) < it->clocks[warp]) return true;
    ++it;
  }
  return it != fences.end() && it->phase < until;
}

/// Whether what `warp` of `block` did at `timestamp` happens before the release.
bool BlockOrder::covers(const Release& release, std::uint32_t block, std::uint32_t warp,
                        std::uint32_t timestamp) {
  const std::uint32_t phase = Timestamp::phase(timestamp);
  if (release.block != block) {  // another one of its cluster
    return same_cluster(release.block, block) &&
           is_before_cluster_barrier(block, phase, release.cluster_barriers);
  }
  if (phase < release.phase) {
    return release.fenced > 0 || has_fence(block, warp, timestamp, release.phase);
  }
  return phase == release.phase && warp == release.warp &&
         Timestamp::clock(timestamp) < release.fenced;
}

bool BlockOrder::ordered(std::uint32_t earlier, std::uint32_t warp, std::uint32_t timestamp,
                         std::uint32_t later, std::uint32_t later_warp, std::uint32_t phase) {
  if (Timestamp::is_saturated(timestamp)) return true;
  const std::lock_guard lock(mutex_);
  if (size_ >= kMaxEntries) return true;
  if (same_cluster(earlier, later) &&
      is_before_cluster_barrier(earlier, Timestamp::phase(timestamp),
                                blocks_[earlier].cluster_barriers.size())) {
    return true;
  }
  // Backwards from `later`: the releases that its acquires have seen, those that the releasing blocks had seen, …
  struct Step {
    std::uint32_t block;
    std::size_t acquires;
    std::uint32_t phase;
    std::uint32_t warp;
  };
  std::vector<Step> steps{{later, blocks_[later].acquires.size(), phase, later_warp}};
  std::unordered_map<const Log*, std::uint32_t> seen;
  std::unordered_map<std::uint64_t, Step> taken;  // the last step of each warp
  for (std::size_t work = 0; !steps.empty();) {
    const Step step = steps.back();
    steps.pop_back();
    Step& before = taken[std::uint64_t{step.block} << 32 | step.warp];
    if (before.acquires >= step.acquires && before.phase >= step.phase) continue;
    before = step;
    const std::vector<Acquire>& acquires = blocks_[step.block].acquires;
    for (std::size_t i = step.acquires; i-- > 0;) {
      if (++work > kMaxSteps) return true;
      const Acquire& acquire = acquires[i];
      if (acquire.phase >= step.phase && acquire.warp != step.warp) continue;
      std::uint32_t& done = seen[acquire.log];
      if (acquire.length <= done) continue;
      if (const auto own = acquire.log->of_block.find(earlier);
          own != acquire.log->of_block.end()) {
        for (std::size_t k = own->second.size(); k-- > 0 && own->second[k] >= done;) {
          if (own->second[k] >= acquire.length) continue;
          if (covers(acquire.log->releases[own->second[k]], earlier, warp, timestamp)) return true;
        }
      }
      for (std::uint32_t k = done; k < acquire.length; ++k) {
        const Release& release = acquire.log->releases[k];
        if (cluster_blocks_ > 1 && covers(release, earlier, warp, timestamp)) return true;
        if (release.acquires > 0) {
          steps.push_back({release.block, release.acquires, release.phase, release.warp});
        }
        if (++work > kMaxSteps) return true;
      }
      done = acquire.length;
    }
  }
  return false;
}

}  // namespace simt
