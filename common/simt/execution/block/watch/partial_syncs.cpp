#include "execution/block/watch/partial_syncs.h"

#include <algorithm>

#include "base/bits.h"

namespace simt {

void PartialSyncs::add(const BlockThreads& threads, unsigned warp, std::uint32_t lanes) {
  if (!has_any_) {
    has_any_ = true;
    std::fill_n(partners_, kWarpLanes, 0);
    std::fill_n(events_, kWarpLanes, std::uint16_t{0});
  }
  std::uint32_t partners = lanes;
  for (const unsigned lane : set_bits(lanes)) partners |= partners_[lane];
  for (const unsigned lane : set_bits(lanes)) {
    const unsigned thread = warp * kWarpLanes + lane;
    partners_[lane] = partners;
    events_[lane] = threads.recorded[thread];
  }
}

void PartialSyncs::add_partners(BlockThreads& threads, unsigned thread,
                                BlockJournal& journal) const {
  if (!has_any_) return;
  const std::uint32_t others = partners_[thread % kWarpLanes] & ~(1u << thread % kWarpLanes);
  for (const unsigned i : set_bits(others)) {
    const unsigned partner = thread / kWarpLanes * kWarpLanes + i;
    Lane& lane = threads.lanes[partner];
    if (events_[i] <= lane.journaled) continue;
    const TraceEvent* const begin = threads.events_of(partner);
    journal.add(begin + lane.journaled, begin + events_[i], partner, true);
    lane.journaled = events_[i];
  }
}

void PartialSyncs::drop_events(unsigned lane, std::ptrdiff_t count) {
  events_[lane] -= std::min(events_[lane], static_cast<std::uint16_t>(count));
}

}  // namespace simt
