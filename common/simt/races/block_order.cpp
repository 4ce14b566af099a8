#include "races/block_order.h"

#include <algorithm>

namespace simt {
namespace {

/// Where the search for an order, and the memory for it, end; what was not found out then is taken for
/// ordered.
constexpr std::size_t kMostSteps = 4'000'000;
constexpr std::size_t kMostEntries = 8u << 20;

}  // namespace

void BlockOrder::fenced(std::uint32_t block, std::uint32_t phase,
                        const ThreadOrder::Moments& moments) {
  const std::lock_guard lock(mutex_);
  if (size_ >= kMostEntries) return;
  blocks_[block].fences.push_back({phase, moments});
  size_ += 4;  // it is so much larger than the others
}

void BlockOrder::release(std::uintptr_t address, Release release) {
  const std::lock_guard lock(mutex_);
  if (size_ >= kMostEntries) return;
  Log& log = logs_[address];
  const History& history = blocks_[release.block];
  release.acquires = static_cast<std::uint32_t>(history.acquires.size());
  release.meetings = static_cast<std::uint32_t>(history.meetings.size());
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
  if (it == logs_.end() || size_ >= kMostEntries) return false;
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

void BlockOrder::met(std::uint32_t block, std::uint32_t phase) {
  const std::lock_guard lock(mutex_);
  active_ = true;
  blocks_[block].meetings.push_back(phase);
}

bool BlockOrder::before_meeting(std::uint32_t block, std::uint32_t phase, std::size_t meetings) {
  return meetings > 0 && phase < blocks_[block].meetings[meetings - 1];
}

/// Whether the block, in phases before `until`, has called a fence after what `warp` did at `stamp`: the warp
/// itself in that phase, or anybody after the barrier.
bool BlockOrder::has_fence(std::uint32_t block, std::uint32_t warp, std::uint32_t stamp,
                           std::uint32_t until) {
  const std::uint32_t phase = Stamp::phase(stamp);
  const std::vector<Fences>& fences = blocks_[block].fences;
  auto it = std::partition_point(fences.begin(), fences.end(),
                                 [&](const Fences& one) { return one.phase < phase; });
  if (it != fences.end() && it->phase == phase) {
    if (Stamp::moment(stamp) < it->moments[warp]) return true;
    ++it;
  }
  return it != fences.end() && it->phase < until;
}

/// Whether what `warp` of `block` did at `stamp` comes before the release.
bool BlockOrder::covers(const Release& release, std::uint32_t block, std::uint32_t warp,
                        std::uint32_t stamp) {
  const std::uint32_t phase = Stamp::phase(stamp);
  if (release.block != block) {  // another one of its cluster
    return same_cluster(release.block, block) && before_meeting(block, phase, release.meetings);
  }
  if (phase < release.phase) {
    return release.fenced > 0 || has_fence(block, warp, stamp, release.phase);
  }
  return phase == release.phase && warp == release.warp && Stamp::moment(stamp) < release.fenced;
}

bool BlockOrder::ordered(std::uint32_t earlier, std::uint32_t warp, std::uint32_t stamp,
                         std::uint32_t later, std::uint32_t later_warp, std::uint32_t phase) {
  if (Stamp::is_last(stamp)) return true;
  const std::lock_guard lock(mutex_);
  if (size_ >= kMostEntries) return true;
  if (same_cluster(earlier, later) &&
      before_meeting(earlier, Stamp::phase(stamp), blocks_[earlier].meetings.size())) {
    return true;
  }
  // Back from `later`: what its acquires have seen, what the blocks that released that had seen, …
  struct Step {
    std::uint32_t block;
    std::size_t acquires;
    std::uint32_t phase;
    std::uint32_t warp;
  };
  std::vector<Step> steps{{later, blocks_[later].acquires.size(), phase, later_warp}};
  std::unordered_map<const Log*, std::uint32_t> seen;
  std::unordered_map<std::uint64_t, Step> taken;  // the last ones of each warp
  for (std::size_t work = 0; !steps.empty();) {
    const Step step = steps.back();
    steps.pop_back();
    Step& before = taken[std::uint64_t{step.block} << 32 | step.warp];
    if (before.acquires >= step.acquires && before.phase >= step.phase) continue;
    before = step;
    const std::vector<Acquire>& acquires = blocks_[step.block].acquires;
    for (std::size_t i = step.acquires; i-- > 0;) {
      if (++work > kMostSteps) return true;
      const Acquire& acquire = acquires[i];
      if (acquire.phase >= step.phase && acquire.warp != step.warp) continue;
      std::uint32_t& done = seen[acquire.log];
      if (acquire.length <= done) continue;
      if (const auto own = acquire.log->of_block.find(earlier);
          own != acquire.log->of_block.end()) {
        for (std::size_t k = own->second.size(); k-- > 0 && own->second[k] >= done;) {
          if (own->second[k] >= acquire.length) continue;
          if (covers(acquire.log->releases[own->second[k]], earlier, warp, stamp)) return true;
        }
      }
      for (std::uint32_t k = done; k < acquire.length; ++k) {
        const Release& release = acquire.log->releases[k];
        if (cluster_blocks_ > 1 && covers(release, earlier, warp, stamp)) return true;
        if (release.acquires > 0) {
          steps.push_back({release.block, release.acquires, release.phase, release.warp});
        }
        if (++work > kMostSteps) return true;
      }
      done = acquire.length;
    }
  }
  return false;
}

}  // namespace simt
