#include "execution/block/records.h"

#include <algorithm>
#include <cstring>

#include "base/worker.h"
#include "operations/stream_order.h"

namespace simt {

void BlockRecords::begin_grid() { records_accesses_ = accesses_are_recorded(); }

void BlockRecords::end_grid(Grid& grid) {
  grid.results.sites.add(sites_);
  grid.results.accesses.take(accesses_);
  sites_.clear();
  grid.results.busiest_warp = std::max(grid.results.busiest_warp, busiest_warp_);
  busiest_warp_ = 0;
}

void BlockRecords::begin_block(const Grid& grid, std::uint64_t number, bool keep_samples,
                               BlockTrace trace) {
  trace_ = trace;
  sites_.keep_samples(keep_samples);
  observers_.clear();
  if (grid.watched_launch.has_value()) {
    write_observer_ = WriteObserver({*grid.watched_launch, static_cast<std::uint32_t>(number)});
    observers_.push_back(&write_observer_);
  }
  if (trace.cluster != nullptr) {
    trace_observer_ = TraceObserver(trace);
    observers_.push_back(&trace_observer_);
  }
  for (const std::unique_ptr<Observer>& observer : registered_) {
    observer->begin({grid.config, number});
    observers_.push_back(observer.get());
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
  busiest_warp_ = std::max(busiest_warp_, issued_[warp]);
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

/// Whether a warp's lanes have recorded equally many events.
static bool all_are_equal(const std::uint16_t* lengths) {
  unsigned difference = 0;
  for (unsigned i = 0; i < kWarpLanes; ++i) {
    difference |= static_cast<unsigned>(lengths[i] ^ lengths[0]);
  }
  return difference == 0;
}

void BlockRecords::replay_warp(unsigned warp) {
  TraceEvent* const events = threads_.warps[warp].events;
  if (events == nullptr) return;
  if (journal_.has_launches()) {
    for (unsigned i = 0; i < kWarpLanes; ++i) {
      append_to_journal(warp * kWarpLanes + i, true);
      threads_.lanes[warp * kWarpLanes + i].journaled = 0;
    }
  }
  std::uint16_t* const lengths = threads_.recorded + warp * kWarpLanes;
  std::uint32_t recorded = ~0u;  // lanes with events
  std::ptrdiff_t length = lengths[0];
  bool same_length = all_are_equal(lengths);
  if (!same_length) {
    same_length = true;
    recorded = 0;
    for (unsigned i = 0; i < kWarpLanes; ++i) {
      const std::ptrdiff_t n = lengths[i];
      if (n == 0) continue;
      same_length &= recorded == 0 || n == length;
      recorded |= 1u << i;
      length = n;
    }
  }
  if (length == 0) return;
  std::ptrdiff_t done = 0;
  const ReplaySink to = replay_sink(warp);
  if (same_length) done = replay_uniform(events, kLaneEvents, recorded, length, to);
  if (!same_length || done < length) {
    EventQueue queues[kWarpLanes];
    for (unsigned i = 0; i < kWarpLanes; ++i) {
      TraceEvent* const start = events + i * kLaneEvents;
      queues[i] = {start + (recorded >> i & 1 ? done : 0), start + lengths[i]};
    }
    replay(queues, 0, to);
  }
  std::fill_n(lengths, kWarpLanes, std::uint16_t{0});
  partial_syncs_[warp].clear();
}

BlockRecords::Drained BlockRecords::drain_buffers(unsigned warp_number) {
  const Warp& warp = threads_.warps[warp_number];
  if (warp.events == nullptr) begin_warp(warp_number);  // all lanes come from a barrier
  EventQueue queues[kWarpLanes];
  for (unsigned i = 0; i < kWarpLanes; ++i) {
    const unsigned thread = warp_number * kWarpLanes + i;
    queues[i] = {threads_.events_of(thread), threads_.cursor_of(thread)};
  }
  if (journal_.has_launches()) {
    for (unsigned i = 0; i < kWarpLanes; ++i) {
      append_to_journal(warp_number * kWarpLanes + i, false);
    }
  }
  Drained drained{0, replay(queues, warp.full, replay_sink(warp_number))};
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
