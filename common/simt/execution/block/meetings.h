/// @file
/// @ingroup simt_execution
/// Which lanes of a warp have come together without the others, since all have.
#pragma once

#include <cstdint>

#include "execution/block/threads.h"
#include "races/block_journal.h"

namespace simt {

class Meetings {
 public:
  void clear() { any_ = false; }
  /// Some lanes of the warp have come together.
  void note(const BlockThreads& threads, unsigned warp, std::uint32_t lanes);
  /// Puts into the journal what the thread's partners had done when they last came together.
  void add_partners(BlockThreads& threads, unsigned thread, BlockJournal& journal) const;
  /// The first `count` events of the lane are gone.
  void drop_events(unsigned lane, std::ptrdiff_t count);

 private:
  bool any_ = false;
  std::uint32_t partners_[kWarpLanes];  ///< of each lane
  std::uint16_t events_[kWarpLanes];    ///< that each had recorded then
};

}  // namespace simt
