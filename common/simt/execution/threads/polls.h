/// @file
/// @ingroup simt_execution
/// Notices when a block's threads poll a word in vain: the thread that they wait for has to run.
#pragma once

#include <cstdint>
#include <utility>

#include "base/trace_event.h"
#include "execution/threads/polled_word.h"
#include "execution/threads/threads.h"

namespace simt {

class Polls {
 public:
  explicit Polls(const BlockThreads& threads) : threads_(threads) {}

  /// The running thread has polled a word. After too many polls without a change, its buffer counts as full, so that
  /// others run. @param seen the word's address, maybe with a hash of its value @param is_new whether it has acquired
  /// a new release
  void record(std::uint64_t seen, bool is_new);
  /// The running thread waits at a barrier or in a collective, which lets others proceed.
  void reset() {
    count_ = 0;
    are_all_ = false;
  }
  /// A time slice of the block begins.
  void begin_slice() { are_all_ = true; }
  /// Whether a thread has polled too often without a change, since the last call.
  bool have_spun() { return std::exchange(have_spun_, false); }
  /// Whether the block's threads have done nothing else in this slice. @param have_spun the result of `have_spun()` for
  /// the running one
  bool are_all(bool have_spun) { return are_all_ &= have_spun || is_still_polling(); }
  /// The word of the last poll.
  PolledWord word() const { return PolledWord(seen_ & kAddressMask); }

 private:
  bool is_still_polling() const;

  const BlockThreads& threads_;
  std::uint64_t seen_ = 0;  ///< at the last poll
  unsigned count_ = 0;      ///< in a row without a change
  bool have_spun_ = false;
  bool are_all_ = true;  ///< in this time slice
};

}  // namespace simt
