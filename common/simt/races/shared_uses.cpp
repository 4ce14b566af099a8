#include "races/shared_uses.h"

#include <algorithm>
#include <bit>

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
  for (std::uint32_t rest = uses.lanes; rest != 0; rest &= rest - 1) {
    add(uses.thread / kWarpLanes * kWarpLanes + static_cast<unsigned>(std::countr_zero(rest)),
        uses.pc);
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
