#include "execution/block/meetings.h"

#include <algorithm>
#include <bit>

namespace simt {

void Meetings::note(const BlockThreads& threads, unsigned warp, std::uint32_t lanes) {
  if (!any_) {
    any_ = true;
    std::fill_n(partners_, kWarpLanes, 0);
    std::fill_n(events_, kWarpLanes, std::uint16_t{0});
  }
  std::uint32_t partners = lanes;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    partners |= partners_[std::countr_zero(rest)];
  }
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const unsigned thread = warp * kWarpLanes + lane;
    partners_[lane] = partners;
    events_[lane] = threads.recorded[thread];
  }
}

void Meetings::add_partners(BlockThreads& threads, unsigned thread, BlockJournal& journal) const {
  if (!any_) return;
  std::uint32_t rest = partners_[thread % kWarpLanes] & ~(1u << thread % kWarpLanes);
  for (; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(rest));
    const unsigned partner = thread / kWarpLanes * kWarpLanes + i;
    Lane& lane = threads.lanes[partner];
    if (events_[i] <= lane.noted) continue;
    const TraceEvent* const begin = threads.events_of(partner);
    journal.add(begin + lane.noted, begin + events_[i], partner, true);
    lane.noted = events_[i];
  }
}

void Meetings::drop_events(unsigned lane, std::ptrdiff_t count) {
  events_[lane] -= std::min(events_[lane], static_cast<std::uint16_t>(count));
}

}  // namespace simt
