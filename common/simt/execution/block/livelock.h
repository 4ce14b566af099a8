/// @file
/// @ingroup simt_execution
/// Detects whether a block that does not finish repeats its state.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "memory/contents.h"

namespace simt {

/// A block that repeats no state may take so many times as long.
inline constexpr int kTimeoutFactor = 5;

/// Compares states of a block: its threads' stacks and its shared memory. Two equal states, with equal global memory,
/// prove that the block repeats itself forever. The check pauses regularly, so that a correct long-running kernel is
/// not slowed down much.
class LivelockCheck {
 public:
  enum class Answer { kNothing, kChanges, kRepeats };

  /// The block makes progress.
  void reset() { *this = LivelockCheck(); }
  bool is_pausing() const { return Clock::now() < pause_end_; }
  /// Whether to sample the state of the block while this thread runs.
  bool wants(unsigned thread);
  /// The block is in the state that `hash_of_state` has the hash of.
  /// @param may_wait whether it may wait for blocks that make progress: then it is too early for a proof
  /// @param budget seconds to spend before it pauses
  template <class HashOfState>
  Answer visit(HashOfState hash_of_state, bool may_wait, double budget) {
    const Clock::time_point begin = Clock::now();
    const Answer answer = compare(hash_of_state(), may_wait, hash_of_memory);
    spend(Clock::now() - begin, budget, kPause);
    return answer;
  }
  /// visit() of a block whose state has all that it depends on. Where the running thread's part of it has changed, the
  /// rest need not be looked at.
  template <class HashOfThread, class HashOfState>
  Answer visit_alone(HashOfThread hash_of_thread, HashOfState hash_of_state, double budget) {
    const Clock::time_point begin = Clock::now();
    const Answer answer = compare(hash_of_thread(), false, hash_of_state);
    spend(Clock::now() - begin, budget, kPauseAlone);
    return answer;
  }

 private:
  using Clock = std::chrono::steady_clock;
  /// Times what was spent.
  static constexpr int kPause = 5, kPauseAlone = 50;

  Answer compare(std::uint64_t state, bool may_wait,
                 const std::function<std::uint64_t()>& hash_of_rest);
  void spend(Clock::duration time, double budget, int pause);

  Clock::time_point pause_end_, last_visit_;
  Clock::duration spent_{0};  ///< since the last pause
  unsigned thread_ = ~0u;     ///< while it runs, states are compared
  std::uint64_t visits_ = 0;
  std::uint64_t next_sample_ = 1;  ///< visit whose state is the next to compare with
  std::uint64_t times_ = 0;        ///< that it was repeated
  std::uint64_t next_memory_ = 1;  ///< of these, the next whose memory is kept to compare with
  std::uint64_t since_match_ = 0;  ///< visits
  std::uint64_t period_ = 0;       ///< visits from one match to the next, at most
  std::uint64_t state_ = 0;        ///< to compare with
  std::uint64_t memory_ = 0;       ///< when it was repeated
};

}  // namespace simt
