/// @file
/// @ingroup simt_counters
/// Turns the events of 32 lanes into the requests of a warp, and counts them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/trace_event.h"
#include "counters/observer.h"
#include "counters/sites.h"
#include "races/block_journal.h"
#include "races/footprint.h"
#include "races/global_check.h"

namespace simt {

/// The events of one lane that are not replayed yet.
struct EventQueue {
  TraceEvent* head;
  TraceEvent* end;
};

/// Where the requests of a warp go.
struct ReplaySink {
  SiteTable& sites;
  GlobalCheck* check;                       ///< null: the race check is off
  FootprintRecorder* accesses;              ///< null: the footprint is not needed
  BlockJournal* journal;                    ///< null: the events are already in the journal
  const std::vector<Observer*>* observers;  ///< null: there are none
  unsigned warp;
  std::uint64_t& issued;  ///< basic blocks of this warp
};

/// The common case: all `lanes` recorded `length` events, lane i from `events + i * lane_stride` on.
/// Counts them as far as they are the same in all lanes, at most up to __activemask(), and returns how far that is.
std::ptrdiff_t replay_uniform(const TraceEvent* events, std::ptrdiff_t lane_stride,
                              std::uint32_t lanes, std::ptrdiff_t length, const ReplaySink& to);

/// Replays the queues of one warp: as long as a lane has events, the lanes whose next event has the smallest key form
/// one request. Stops early when a lane of `unfinished`, which will record more before it waits, has none left, or when
/// the next event is __activemask(). @return the lanes at it, else 0
std::uint32_t replay(EventQueue (&queues)[32], std::uint32_t unfinished, const ReplaySink& to);

}  // namespace simt
