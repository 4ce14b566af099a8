#include "races/thread_order.h"

#include <algorithm>
#include <bit>

namespace simt {

void ThreadOrder::clear() {
  is_used_ = has_fences_ = has_device_fences_ = false;
  touched_ = 0;
  moment_ = synchronized_ = device_fences_ = {};
  for (std::uint32_t rest = partly_; rest != 0; rest &= rest - 1) {
    seen_[static_cast<unsigned>(std::countr_zero(rest))] = {};
  }
  for (std::uint32_t rest = acquired_; rest != 0; rest &= rest - 1) {
    known_[static_cast<unsigned>(std::countr_zero(rest))] = {};
  }
  for (std::uint32_t rest = fenced_; rest != 0; rest &= rest - 1) {
    announced_[static_cast<unsigned>(std::countr_zero(rest))] = {};
  }
  partly_ = acquired_ = fenced_ = 0;
  if (!released_.empty()) released_.clear();
}

/// What nobody has noted anything at need not end.
void ThreadOrder::next_moment(unsigned warp) {
  const std::uint32_t bit = 1u << warp;
  if ((touched_ & bit) == 0 && moment_[warp] > 0) return;
  is_used_ = true;
  touched_ &= ~bit;
  ++moment_[warp];
}

void ThreadOrder::synchronized(unsigned warp, std::uint32_t lanes, bool whole) {
  next_moment(warp);
  if (whole) {
    synchronized_[warp] = moment_[warp];
    return;
  }
  if (seen_ == nullptr) seen_ = std::make_unique<SeenLanes[]>(kWarps);
  partly_ |= 1u << warp;
  synchronize_lanes(seen_[warp], lanes, moment_[warp]);
}

void ThreadOrder::met(std::uint32_t warps) {
  Moments all{};
  for (std::uint32_t rest = warps; rest != 0; rest &= rest - 1) {
    const auto warp = static_cast<unsigned>(std::countr_zero(rest));
    next_moment(warp);
    synchronized_[warp] = moment_[warp];
    if ((acquired_ >> warp & 1) == 0) continue;
    for (unsigned w = 0; w < kWarps; ++w) all[w] = std::max(all[w], known_[warp][w]);
  }
  for (std::uint32_t rest = warps; rest != 0; rest &= rest - 1) {
    const auto warp = static_cast<unsigned>(std::countr_zero(rest));
    all[warp] = moment_[warp];
  }
  for (std::uint32_t rest = warps; rest != 0; rest &= rest - 1) {
    known_[static_cast<unsigned>(std::countr_zero(rest))] = all;
  }
  acquired_ |= warps;
  is_used_ = true;
  device_fences_ = {};
  has_device_fences_ = false;
}

void ThreadOrder::fence(unsigned warp, bool device) {
  next_moment(warp);
  has_fences_ = true;
  fenced_ |= 1u << warp;
  announced_[warp] = known_[warp];
  announced_[warp][warp] = moment_[warp];
  if (!device) return;
  has_device_fences_ = true;
  device_fences_[warp] = moment_[warp];
}

void ThreadOrder::release(std::uintptr_t address, unsigned warp) {
  if ((fenced_ >> warp & 1) == 0) return;
  Moments& released = released_[address];
  const Moments& announced = announced_[warp];
  for (unsigned w = 0; w < kWarps; ++w) released[w] = std::max(released[w], announced[w]);
}

void ThreadOrder::acquire(std::uintptr_t address, unsigned warp) {
  if (released_.empty()) return;
  const auto it = released_.find(address);
  if (it == released_.end()) return;
  acquired_ |= 1u << warp;
  Moments& known = known_[warp];
  for (unsigned w = 0; w < kWarps; ++w) known[w] = std::max(known[w], it->second[w]);
}

bool ThreadOrder::ordered(unsigned earlier, std::uint32_t moment, unsigned later) const {
  if (earlier == later) return true;
  if (!is_used_) return false;
  const unsigned warp = later / 32;
  if (earlier / 32 == warp) {
    if (synchronized_[warp] > moment) return true;
    if ((partly_ >> warp & 1) != 0 && seen_[warp][later % 32][earlier % 32] > moment) return true;
  }
  return (acquired_ >> warp & 1) != 0 && known_[warp][earlier / 32] > moment;
}

}  // namespace simt
