#include "execution/block/watch/records.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/worker.h"
#include "operations/stream_order.h"

namespace simt {

void BlockRecords::begin_grid() { records_accesses_ = accesses_are_recorded(); }

void BlockRecords::end_grid(Grid& grid) {
  grid.results.sites.add(sites_);
  grid.results.accesses.take(accesses_);
  sites_.clear();
  grid.results.other_counts.add(std::exchange(other_counts_, {}));
}

void BlockRecords::begin_block(const ObservedBlock& block, bool keep_samples) {
  sites_.keep_samples(keep_samples);
  observers_.clear();
  for (const std::unique_ptr<Observer>& observer : all_observers_) {
    if (observer->watch(block)) observers_.push_back(observer.get());
  }
  for (unsigned w = 0; w < threads_.warp_count; ++w) {
    partial_syncs_[w].clear();
    issued_[w] = 0;
  }
  journal_.begin_block();
}

void BlockRecords::begin_warp(unsigned warp) { threads_.warps[warp].events = pool_.take(); }

void BlockRecords::end_warp(unsigned warp) {
  pool_.give_back(threads_.warps[warp].events);
  threads_.warps[warp].events = nullptr;
}

void BlockRecords::finish_warp(unsigned warp) {
  replay_warp(warp);
  other_counts_.add({.busiest_warp = issued_[warp]});
  end_warp(warp);
}

void BlockRecords::flush_warp(unsigned warp) {
  if (journal_.has_launches()) return;  // the journal is in the order of the warps
  replay_warp(warp);
  if (threads_.warps[warp].events != nullptr) end_warp(warp);
}

ReplaySink BlockRecords::replay_sink(unsigned warp) {
  return {sites_,
          check_.watches() ? &check_ : nullptr,
          records_accesses_ ? &accesses_ : nullptr,
          journal_.has_launches() ? nullptr : &journal_,
          observers_.empty() ? nullptr : &observers_,
          warp,
          issued_[warp]};
}

/// Appends the thread's events that are not in the journal yet.
void BlockRecords::append_to_journal(unsigned thread, bool synced) {
  if (threads_.warps[thread / kWarpLanes].events == nullptr || !threads_.has_started(thread))
    return;
  Lane& lane = threads_.lanes[thread];
  journal_.add(threads_.events_of(thread) + lane.journaled, threads_.cursor_of(thread), thread,
               synced);
  lane.journaled = threads_.recorded[thread];
}

void BlockRecords::record_launch() {
  if (!records_accesses_) return;
  if (!journal_.has_launches()) {
    // Of whole warps: drain_buffers() has set it for all lanes, also of larger blocks.
    const unsigned lanes = threads_.warp_count * kWarpLanes;
    for (unsigned lane = 0; lane < lanes; ++lane) threads_.lanes[lane].journaled = 0;
  }
  const unsigned current = threads_.current;
  append_to_journal(current, false);
  partial_syncs_[current / kWarpLanes].add_partners(threads_, current, journal_);
  journal_.launch(current);
}

void BlockRecords::record_access(std::uintptr_t address, std::size_t bytes, Access access,
                                 const void* site) {
  ++unrecorded_;
  if (!records_accesses_) return;
  const Unrecorded unrecorded;
  const std::uint64_t key = site_of(event_key(0, site, access));
  accesses_.add(key, address, address + bytes);
  journal_.add(key, address, address + bytes, threads_.current / kWarpLanes);
}

void BlockRecords::record_tile(std::uintptr_t address, std::size_t bytes, Access access,
                               const void* site) {
  record_access(address, bytes, access, site);
  const Unrecorded unrecorded;
  for (Observer* const observer : observers_) observer->tile({access.op(), address, bytes, site});
}

void BlockRecords::record_bulk(std::uintptr_t address, std::size_t bytes, Access access,
                               const void* site) {
  record_access(address, bytes, access, site);
  const Unrecorded unrecorded;
  for (Observer* const observer : observers_) {
    observer->bulk_copy({access.op(), address, bytes, site, threads_.current});
  }
}

void BlockRecords::count_tile(const void* site, Op op, const TileCount& count) {
  const Unrecorded unrecorded;
  Site& counted = sites_[site_of(event_key(0, site, Access(op, Space::kTile, 0)))];
  ++counted.requests;
  counted.lanes += count.elements;
  counted.units += count.sectors;
  counted.minimum += count.bytes;
  counted.masked += count.masked;
}

std::uint64_t BlockRecords::outside_accesses() const {
  std::uint64_t count = unrecorded_;
  sites_.for_each(
      [&](const Site& site) { count += is_outside(access_of(site.key)) ? site.lanes : 0; });
  for (unsigned thread = 0; thread < threads_.warp_count * kWarpLanes; ++thread) {
    if (threads_.warps[thread / kWarpLanes].events == nullptr) continue;
    const TraceEvent* const end = threads_.cursor_of(thread);
    for (const TraceEvent* event = threads_.events_of(thread); event != end; ++event) {
      count += is_outside(access_of(event->key)) ? 1 : 0;
    }
  }
  return count;
}

BlockRecords::Recorded BlockRecords::recorded_of(const std::uint16_t* lengths) {
  unsigned difference = 0;
  for (unsigned i = 0; i < kWarpLanes; ++i) {
    difference |= static_cast<unsigned>(lengths[i] ^ lengths[0]);
  }
  if (difference == 0) return {lengths[0] != 0 ? ~0u : 0, lengths[0], true};
  Recorded recorded{0, 0, true};
  for (unsigned i = 0; i < kWarpLanes; ++i) {
    if (lengths[i] == 0) continue;
    recorded.is_equal &= recorded.lanes == 0 || lengths[i] == recorded.length;
    recorded.lanes |= 1u << i;
    recorded.length = lengths[i];
  }
  return recorded;
}

/// Counts events from the first on, as far as all lanes with events have the same ones: the common case.
/// @param unfinished as in `replay`
/// @return how many of each lane
std::ptrdiff_t BlockRecords::replay_equal(unsigned warp, const Recorded& recorded,
                                          std::uint32_t unfinished, const ReplaySink& to) {
  if (!recorded.is_equal || (unfinished & ~recorded.lanes) != 0) return 0;
  return replay_uniform(threads_.warps[warp].events, kLaneEvents, recorded.lanes, recorded.length,
                        to);
}

/// Counts the others. @param queues receive what is left
std::uint32_t BlockRecords::replay_rest(unsigned warp, const Recorded& recorded,
                                        std::ptrdiff_t done, std::uint32_t unfinished,
                                        const ReplaySink& to, EventQueue (&queues)[kWarpLanes]) {
  for (unsigned i = 0; i < kWarpLanes; ++i) {
    const unsigned thread = warp * kWarpLanes + i;
    TraceEvent* const start = threads_.events_of(thread);
    queues[i] = {start + (recorded.lanes >> i & 1 ? done : 0), threads_.cursor_of(thread)};
  }
  return replay(queues, unfinished, to);
}

void BlockRecords::replay_warp(unsigned warp) {
  if (threads_.warps[warp].events == nullptr) return;
  if (journal_.has_launches()) {
    for (unsigned i = 0; i < kWarpLanes; ++i) {
      append_to_journal(warp * kWarpLanes + i, true);
      threads_.lanes[warp * kWarpLanes + i].journaled = 0;
    }
  }
  std::uint16_t* const lengths = threads_.recorded + warp * kWarpLanes;
  const Recorded recorded = recorded_of(lengths);
  if (recorded.lanes == 0) return;
  const ReplaySink to = replay_sink(warp);
  const std::ptrdiff_t done = replay_equal(warp, recorded, 0, to);
  if (!recorded.is_equal || done < recorded.length) {
    EventQueue queues[kWarpLanes];
    replay_rest(warp, recorded, done, 0, to, queues);
  }
  std::fill_n(lengths, kWarpLanes, std::uint16_t{0});
  partial_syncs_[warp].clear();
}

BlockRecords::Drained BlockRecords::drain_buffers(unsigned warp_number) {
  const Warp& warp = threads_.warps[warp_number];
  if (warp.events == nullptr) begin_warp(warp_number);  // all lanes come from a barrier
  if (journal_.has_launches()) {
    for (unsigned i = 0; i < kWarpLanes; ++i) {
      append_to_journal(warp_number * kWarpLanes + i, false);
    }
  }
  const Recorded recorded = recorded_of(threads_.recorded + warp_number * kWarpLanes);
  const ReplaySink to = replay_sink(warp_number);
  const std::ptrdiff_t done =
      recorded.lanes == 0 ? 0 : replay_equal(warp_number, recorded, warp.full, to);
  EventQueue queues[kWarpLanes];
  Drained drained{0, replay_rest(warp_number, recorded, done, warp.full, to, queues)};
  for (unsigned i = 0; i < kWarpLanes; ++i) {
    const unsigned thread = warp_number * kWarpLanes + i;
    TraceEvent* start = warp.events + i * kLaneEvents;
    const std::ptrdiff_t left = queues[i].end - queues[i].head;
    if (queues[i].head != start) {
      partial_syncs_[warp_number].drop_events(i, queues[i].head - start);
      std::memmove(start, queues[i].head, static_cast<std::size_t>(left) * sizeof(TraceEvent));
    }
    threads_.recorded[thread] = threads_.lanes[thread].journaled = static_cast<std::uint16_t>(left);
    if (left < kLaneEvents) drained.with_space |= warp.full & 1u << i;
  }
  return drained;
}

}  // namespace simt
