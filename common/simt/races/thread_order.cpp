#include "races/thread_order.h"

#include <algorithm>

#include "base/bits.h"

namespace simt {

void ThreadOrder::clear() {
  is_used_ = has_fences_ = has_device_fences_ = false;
  used_ = 0;
  clocks_ = synced_at_ = device_fences_ = {};
  for (const unsigned warp : set_bits(partially_synced_)) seen_[warp] = {};
  for (const unsigned warp : set_bits(acquired_warps_)) acquired_clocks_[warp] = {};
  for (const unsigned warp : set_bits(fenced_warps_)) release_clocks_[warp] = {};
  partially_synced_ = acquired_warps_ = fenced_warps_ = 0;
  if (!released_.empty()) released_.clear();
}

/// A clock value at which no access was recorded is used again.
void ThreadOrder::advance_clock(unsigned warp) {
  const std::uint32_t bit = 1u << warp;
  if ((used_ & bit) == 0 && clocks_[warp] > 0) return;
  is_used_ = true;
  used_ &= ~bit;
  ++clocks_[warp];
}

void ThreadOrder::sync_warp(unsigned warp, std::uint32_t lanes, bool whole) {
  advance_clock(warp);
  if (whole) {
    synced_at_[warp] = clocks_[warp];
    return;
  }
  if (seen_ == nullptr) seen_ = std::make_unique<LaneClocks[]>(kMaxWarps);
  partially_synced_ |= 1u << warp;
  synchronize_lanes(seen_[warp], lanes, clocks_[warp]);
}

void ThreadOrder::sync_warps(std::uint32_t warps) {
  VectorClock all{};
  for (const unsigned warp : set_bits(warps)) {
    advance_clock(warp);
    synced_at_[warp] = clocks_[warp];
    if ((acquired_warps_ >> warp & 1) == 0) continue;
    for (unsigned w = 0; w < kMaxWarps; ++w) all[w] = std::max(all[w], acquired_clocks_[warp][w]);
  }
  for (const unsigned warp : set_bits(warps)) all[warp] = clocks_[warp];
  for (const unsigned warp : set_bits(warps)) acquired_clocks_[warp] = all;
  acquired_warps_ |= warps;
  is_used_ = true;
  device_fences_ = {};
  has_device_fences_ = false;
}

void ThreadOrder::fence(unsigned warp, bool device) {
  advance_clock(warp);
  has_fences_ = true;
  fenced_warps_ |= 1u << warp;
  release_clocks_[warp] = acquired_clocks_[warp];
  release_clocks_[warp][warp] = clocks_[warp];
  if (!device) return;
  has_device_fences_ = true;
  device_fences_[warp] = clocks_[warp];
}

void ThreadOrder::release(std::uintptr_t address, unsigned warp) {
  if ((fenced_warps_ >> warp & 1) == 0) return;
  VectorClock& released = released_[address];
  const VectorClock& release_clock = release_clocks_[warp];
  for (unsigned w = 0; w < kMaxWarps; ++w) released[w] = std::max(released[w], release_clock[w]);
}

void ThreadOrder::acquire(std::uintptr_t address, unsigned warp) {
  if (released_.empty()) return;
  const auto it = released_.find(address);
  if (it == released_.end()) return;
  acquired_warps_ |= 1u << warp;
  VectorClock& acquired = acquired_clocks_[warp];
  for (unsigned w = 0; w < kMaxWarps; ++w) acquired[w] = std::max(acquired[w], it->second[w]);
}

bool ThreadOrder::ordered(unsigned earlier, std::uint32_t clock, unsigned later) const {
  if (earlier == later) return true;
  if (!is_used_) return false;
  const unsigned warp = later / kWarpLanes;
  if (earlier / kWarpLanes == warp) {
    if (synced_at_[warp] > clock) return true;
    if ((partially_synced_ >> warp & 1) != 0 &&
        seen_[warp][later % kWarpLanes][earlier % kWarpLanes] > clock)
      return true;
  }
  return (acquired_warps_ >> warp & 1) != 0 && acquired_clocks_[warp][earlier / kWarpLanes] > clock;
}

}  // namespace simt
