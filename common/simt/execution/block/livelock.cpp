#include "execution/block/livelock.h"

#include <algorithm>
#include <utility>

namespace simt {
namespace {

/// After so many visits a state should have been repeated.
constexpr std::uint64_t kShortCycle = 64;
/// If the sampled thread does not run for so long, another one is sampled.
constexpr std::chrono::seconds kAbsence(1);

}  // namespace

bool LivelockCheck::wants(unsigned thread) {
  const Clock::time_point now = Clock::now();
  if (thread != thread_) {
    if (thread_ != ~0u && now - last_visit_ < kAbsence) return false;
    thread_ = thread;
    visits_ = 0;
    next_sample_ = 1;
  }
  last_visit_ = now;
  return true;
}

/// Brent's cycle detection: the state to compare with is replaced at visits 1, 2, 4, 8, …, so sooner or later it is in
/// the cycle, and is kept long enough. The same with memory.
LivelockCheck::Answer LivelockCheck::compare(std::uint64_t state, bool may_wait,
                                             const std::function<std::uint64_t()>& hash_of_rest) {
  ++since_match_;
  if (++visits_ > 1 && state == state_) {
    period_ = std::max(period_, std::exchange(since_match_, 0));
    if (times_ > 0 && may_wait) return Answer::kNothing;
    const std::uint64_t memory = hash_of_rest();
    if (++times_ > 1 && memory == memory_ && memory != 0) return Answer::kRepeats;
    if (times_ == next_memory_) {
      memory_ = memory;
      next_memory_ *= 2;
    }
    return times_ > 1 ? Answer::kChanges : Answer::kNothing;
  }
  if (visits_ >= next_sample_) {
    state_ = state;
    next_sample_ = 2 * visits_;
    times_ = 0;
    next_memory_ = 1;
  }
  return since_match_ > std::max(kShortCycle, 2 * period_) ? Answer::kChanges : Answer::kNothing;
}

void LivelockCheck::spend(Clock::duration time, double budget, int pause) {
  spent_ += time;
  if (std::chrono::duration<double>(spent_).count() < budget) return;
  pause_end_ = Clock::now() + pause * spent_;
  spent_ = Clock::duration(0);
  // The first state after the pause is not the successor of the last one before.
  if (times_ > 0) return;
  visits_ = 0;
  next_sample_ = 1;
}

}  // namespace simt
