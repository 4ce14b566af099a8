/// @file
/// @ingroup simt_execution
/// Notices when a block's threads poll a word in vain: the thread that they wait for has to run. That is the
/// scheduler's own look at volatile loads and atomic operations, and independent of what the checks make of them.
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

  void begin_block() { has_fences_ = false; }
  /// The block has called a fence: from now on, a word of shared memory may be a flag.
  void fence() { has_fences_ = true; }
  /// The running thread is about to do the volatile or atomic load that it has just recorded.
  void load(Space space, std::uintptr_t address, unsigned bytes);
  /// The running thread has polled a word of global memory. After too many polls without a change, its buffer counts as
  /// full, so that others run. @param hash of the word's value
  void record(std::uintptr_t address, std::uint16_t hash);
  /// The running thread waits at a barrier or in a collective, which lets others proceed.
  void reset() {
    count_ = 0;
    are_all_ = false;
  }
  /// So far there were none in vain.
  void restart() { count_ = 0; }
  /// A time slice of the block begins.
  void begin_slice() {
    are_all_ = true;
    global_ = 0;
  }
  /// Whether a thread has polled too often without a change, since the last call.
  bool have_spun() { return std::exchange(have_spun_, false); }
  /// Whether the block's threads have done nothing else in this slice. @param have_spun the result of `have_spun()` for
  /// the running one
  bool are_all(bool have_spun) { return are_all_ &= have_spun || is_still_polling(); }
  /// The last word of global memory that was polled in this slice, if any. (For one in shared memory the block waits for
  /// itself.)
  PolledWord word() const { return global_ != 0 ? PolledWord(global_) : PolledWord(); }
  /// Hash of what decides when others run.
  std::uint64_t hash(std::uint64_t seed) const;

 private:
  void look(std::uintptr_t address, std::uint16_t hash);
  bool is_still_polling() const;

  const BlockThreads& threads_;
  std::uint64_t seen_ = 0;     ///< at the last poll: the address, and a hash of the value
  std::uintptr_t global_ = 0;  ///< of global memory, in this slice
  unsigned count_ = 0;         ///< in a row without a change
  bool has_fences_ = false;
  bool have_spun_ = false;
  bool are_all_ = true;  ///< in this time slice
};

}  // namespace simt
