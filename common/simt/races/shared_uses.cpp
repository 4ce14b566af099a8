#include "races/shared_uses.h"

#include <algorithm>

#include "base/bits.h"

namespace simt {

std::uint32_t UserSets::next() {
  if (used_ == sets_.size()) sets_.push_back(std::make_unique<UserSet>());
  return ++used_;
}

std::uint32_t UserSets::make(const Uses& uses) {
  const std::uint32_t number = next();
  UserSet& set = *sets_[number - 1];
  std::fill(std::begin(set.lanes), std::end(set.lanes), 0u);
  const auto add = [&](unsigned thread, std::uint32_t pc) {
    set.warps |= 1u << thread / kWarpLanes;
    set.lanes[thread / kWarpLanes] |= 1u << thread % kWarpLanes;
    set.timestamp[thread] = uses.timestamp;
    set.pc[thread] = pc;
  };
  set.warps = 0;
  for (const unsigned lane : set_bits(uses.lanes)) {
    add(uses.thread / kWarpLanes * kWarpLanes + lane, uses.pc);
  }
  if (uses.other != uses.thread) add(uses.other, uses.other_pc);
  return number;
}

std::uint32_t UserSets::copy(std::uint32_t number) {
  const std::uint32_t to = next();
  *sets_[to - 1] = *sets_[number - 1];
  return to;
}

}  // namespace simt
