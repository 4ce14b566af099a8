/// @file
/// @ingroup simt_counters
/// Turns the events of 32 lanes into the requests of a warp, and counts them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/trace_event.h"
#include "counters/picture.h"
#include "memory/write_watch.h"
#include "races/block_journal.h"
#include "races/footprint.h"
#include "races/global_check.h"

namespace simt {

/// What was counted at one program counter.
struct Site {
  std::uint64_t key = 0;       ///< program counter and access; 0: empty slot
  std::uint64_t requests = 0;  ///< warp instructions (or basic blocks)
  std::uint64_t lanes = 0;     ///< lanes that took part, summed
  /// global, local, distributed shared: sectors; shared: wavefronts; constant: distinct addresses
  std::uint64_t units = 0;
  std::uint64_t minimum = 0;  ///< shared: wavefronts without a conflict

  std::uint64_t bank_conflicts() const { return units - minimum; }
};

/// Open-addressing table of sites. Hooks run inside it, so it uses nothing of the standard library
/// that an instrumented program could have replaced with its own copy.
class SiteTable {
 public:
  SiteTable();
  Site& operator[](std::uint64_t key);
  void add(const SiteTable& other);
  void clear();

  /// The array of this number is in local memory.
  void note_local_array(std::uint64_t number);
  /// Drops the accesses to arrays that nothing has shown to be in local memory.
  void drop_unproven_local_arrays();

  /// From now on the first request of every site is kept, as long as there is none.
  void keep_samples(bool keep) { keep_samples_ = keep; }
  bool keeps_samples() const { return keep_samples_; }
  void add_sample(std::uint64_t key, unsigned count, const std::uint64_t* addresses,
                  const std::uint8_t* lanes);
  const std::vector<Sample>& samples() const { return samples_; }

  template <class Visit>
  void for_each(Visit visit) const {
    for (std::uint32_t i = 0; i < capacity_; ++i) {
      if (sites_[i].requests != 0) visit(sites_[i]);
    }
  }

 private:
  void grow();
  /// Where the search for `key` begins.
  std::uint32_t slot_of(std::uint64_t key) const {
    return static_cast<std::uint32_t>(key * 0x9e3779b97f4a7c15u >> 40) & (capacity_ - 1);
  }
  bool contains(std::uint64_t key) const;
  std::uint32_t capacity_ = 0;
  std::uint32_t used_ = 0;
  std::unique_ptr<Site[]> sites_;
  bool keep_samples_ = false;
  std::vector<Sample> samples_;
};

/// The events of one lane that are not replayed yet.
struct EventQueue {
  TraceEvent* head;
  TraceEvent* end;
};

/// Where the requests of a warp go.
struct ReplaySink {
  SiteTable& sites;
  GlobalCheck* check;           ///< null: no races between blocks are looked for
  FootprintRecorder* accesses;  ///< null: nobody wants to know them
  BlockJournal* journal;        ///< null: what is noted there is noted already
  const WritingBlock* writer;   ///< null: no watch wants to know who writes
  unsigned warp;
  std::uint64_t& issued;  ///< basic blocks of this warp
};

/// The common case: all `lanes` recorded `length` events, lane i from `events + i * lane_stride` on.
/// Counts them as far as they are the same in all lanes, and returns how far that is.
std::ptrdiff_t replay_uniform(const TraceEvent* events, std::ptrdiff_t lane_stride,
                              std::uint32_t lanes, std::ptrdiff_t length, const ReplaySink& to);

/// Replays the queues of one warp: as long as a lane has events, the lanes whose next
/// event has the smallest key form one request. Stops early when a lane of `unfinished`, which will
/// record more before it waits for anybody, has none left; or when the next events ask for the active mask:
/// returns the lanes that ask, else 0.
std::uint32_t replay(EventQueue (&queues)[32], std::uint32_t unfinished, const ReplaySink& to);

}  // namespace simt
