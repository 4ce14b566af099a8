/// @file
/// @ingroup simt_execution
/// Collectives of some lanes of a warp, since the last one of all: the lanes that took part have seen each other's
/// earlier accesses.
#pragma once

#include <cstdint>

#include "execution/threads/threads.h"
#include "races/block_journal.h"

namespace simt {

class PartialSyncs {
 public:
  void clear() { has_any_ = false; }
  /// A collective of some lanes of the warp.
  void add(const BlockThreads& threads, unsigned warp, std::uint32_t lanes);
  /// Adds to the journal what the thread's partners had done before their last common collective.
  void add_partners(BlockThreads& threads, unsigned thread, BlockJournal& journal) const;
  /// The first `count` events of the lane were removed from its buffer.
  void drop_events(unsigned lane, std::ptrdiff_t count);

 private:
  bool has_any_ = false;
  std::uint32_t partners_[kWarpLanes];  ///< of each lane
  std::uint16_t events_[kWarpLanes];    ///< that each had recorded then
};

}  // namespace simt
