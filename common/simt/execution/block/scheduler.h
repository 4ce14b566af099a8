/// @file
/// @ingroup simt_execution
/// The scheduler of a resident block: its threads run cooperatively, each on a fiber, until it waits, yields or ends.
#pragma once

#include <cstdint>

#include "execution/block/lane_order.h"
#include "execution/block/prioritized_child.h"
#include "execution/block/progress_watch.h"
#include "execution/block/residency.h"
#include "execution/block/scheduled_block.h"
#include "execution/block/watch/block_watch.h"
#include "execution/threads/polled_word.h"
#include "execution/threads/polls.h"
#include "execution/threads/threads.h"

namespace simt {

class Scheduler {
 public:
  enum class State { kPaused, kWaiting, kFinished, kFailed };

  Scheduler(ScheduledBlock& block, Residency& residency, const BlockIdentity& identity);
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  void begin_grid(const RunOrder& order, const dim3& block);
  void begin_block(std::uint64_t number);
  BlockThreads& threads() { return threads_; }
  const BlockThreads& threads() const { return threads_; }
  /// How these threads poll.
  Polls& polls() { return polls_; }
  /// What watches these threads.
  BlockWatch& watch() { return watch_; }

  // Called by the OS thread.
  State state() const { return state_; }
  void set_state(State state) { state_ = state; }
  /// The word that the block's runnable threads spin on, if it is paused for that.
  const PolledWord& polled() const { return polled_; }
  /// Whether a grid that the block has launched takes this time slice.
  bool child_takes_slice() { return child_.takes_slice(); }
  /// Runs threads until one leaves.
  void run();
  /// Gives up the threads that have not finished.
  void abandon();

  // Called by the running CUDA thread (scheduler_inline.h).
  /// Suspends it in a barrier or a collective at `site`, or to yield (null). The caller marks what it waits for.
  void suspend(const void* site);
  /// Marks the running thread as ready to run again.
  void make_ready();
  /// Runs other threads until it is ready again.
  void wait();
  /// A tick of the watchdog: it has completed a barrier or a collective, which may be part of an endless loop.
  void tick(const void* site);
  /// After a tick with a check due: lets others run first.
  void yield(const void* site);
  bool is_tick_due() { return progress_.tick(); }
  /// Its buffer is full, or it spins: runs other threads, and other blocks after a time slice.
  void wait_for_buffer();
  /// Makes space in its buffer; the pending access has happened. @param events at most kLaneEvents
  void reserve_events(unsigned events);
  /// It has called a fence, or done an atomic operation. A flag that is set too early is found only if another thread
  /// reads it before this one continues, so it yields here from time to time.
  void yield_after_signal(bool is_fence) {
    if (signals_ != 0 || is_fence || lane_order_.is_random()) yield_to_pollers(is_fence);
  }
  /// It is about to store a word that other threads may use at the same time. If it has computed the value from what
  /// the word was, an update of theirs gets lost, which is found only if they run before the store: in a random order,
  /// it yields here every other time. @return whether it has
  bool yield_before_store() {
    if (!lane_order_.is_random() || !lane_order_.happens_once_in(2)) return false;
    yield_to_others_once();
    return true;
  }
  /// A grid that it has launched runs first for a few time slices.
  void prioritize_child(const Grid& child);
  /// Yields to that grid.
  void yield_to_child();
  /// Switches to the OS thread; returns when it is scheduled again.
  void leave(State state);
  /// Switches to the OS thread for good; its stack is no longer needed.
  [[noreturn]] void leave_for_good(State state);
  /// The fast path of a finished thread: the next lane of its warp takes over its stack. @param others_wait whether any
  /// thread may wait for it @return false, with nothing done, if the fast path does not apply
  bool replace_finished(std::uint32_t others_wait);
  /// It has finished: continues with the next thread. Returns if that one takes over its stack.
  void run_next_after_finished();
  /// Ends it without unwinding its frames.
  [[noreturn]] void abandon_frames();

  /// Chooses the warp to run next.
  void choose_warp() { scan_warp_ = lane_order_.choose(threads_.runnable); }

  /// A hash of what decides which thread runs next. The watchdog compares such hashes to find loops without an end.
  std::uint64_t hash(std::uint64_t seed) const;

 private:
  unsigned next();
  unsigned next_of_other_warp();
  void give_stack(unsigned thread);
  void* enter(unsigned thread);
  void resume(unsigned thread, void** save);
  void activate(unsigned thread);
  void prefetch_stack(unsigned thread) const;
  void wait_for_other_blocks();
  void yield_to_others(const void* site);
  void mark_full();
  bool is_alone() const;
  void yield_to_pollers(bool is_fence);
  void yield_to_others_once();
  static void fiber_entry();

  BlockThreads threads_;
  Polls polls_{threads_};
  BlockWatch watch_;
  ScheduledBlock& block_;
  Residency& residency_;
  State state_ = State::kFinished;
  unsigned slice_used_ = 0;  ///< of kTimeSlice
  unsigned withheld_ = 0;    ///< of it, used up in advance, since the block has only polled before
  PolledWord polled_;
  unsigned signals_ = 0;  ///< fences, and atomic operations since the first one: up to kMostSignals
  bool others_polling_ = false;  ///< a thread has yielded after a signal: the others may only spin
  void* os_stack_pointer_ = nullptr;  ///< saved by run()
  unsigned scan_warp_ = 0;            ///< that runs
  LaneOrder lane_order_;
  PrioritizedChild child_;
  ProgressWatch progress_;
};

}  // namespace simt
