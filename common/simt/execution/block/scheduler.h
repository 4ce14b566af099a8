/// @file
/// @ingroup simt_execution
/// The schedule of a resident block: its threads run in turn, each on a fiber, until it waits or ends.
#pragma once

#include <cstdint>

#include "execution/block/lane_order.h"
#include "execution/block/observers.h"
#include "execution/block/polled_word.h"
#include "execution/block/prioritized_child.h"
#include "execution/block/progress_watch.h"
#include "execution/block/threads.h"

namespace simt {

class Block;
class Multiprocessor;

class Scheduler {
 public:
  enum class State { kPaused, kWaiting, kFinished, kFailed };

  Scheduler(Block& block, Multiprocessor& multiprocessor, const BlockIdentity& identity);
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  void begin_grid(const RunOrder& order, const dim3& block);
  void begin_block(std::uint64_t number);
  BlockThreads& threads() { return threads_; }
  const BlockThreads& threads() const { return threads_; }
  /// What watches them.
  Observers& observers() { return observers_; }

  // Called by the OS thread.
  State state() const { return state_; }
  void set_state(State state) { state_ = state; }
  /// What all of its threads that could go on have polled in vain, if it is paused for that.
  const PolledWord& polled() const { return polled_; }
  /// Whether a grid that the block has launched takes this slice of time.
  bool child_takes_slice() { return child_.takes_slice(); }
  /// Runs threads until one leaves.
  void run();
  /// Gives up the threads that have not finished.
  void abandon();

  // Called by the running CUDA thread (scheduler_inline.h).
  /// It waits in a barrier or a collective at `site`, or lets others run (null); the caller then says for what.
  void suspend(const void* site);
  /// It need not wait any longer.
  void make_ready();
  /// Runs the others until it is ready again.
  void wait();
  /// It has suspended itself and let others and itself go on: again and again, maybe, without an end.
  void tick(const void* site);
  /// After a tick that asks: lets others run before it goes on alone.
  void yield(const void* site);
  bool is_tick_due() { return progress_.tick(); }
  /// Its buffer is full, or it polls: lets other threads run; other blocks, too, if that has not helped.
  void wait_for_buffer();
  /// Makes room for what it is about to record; what was pending has happened. @param events at most kLaneEvents
  void reserve_events(unsigned events);
  /// It has called a fence, or has done an atomic operation. If what it has said by that came too early, it takes
  /// somebody who looks before it goes on: now and then, others have their turn here.
  void yield_after_signal(bool is_fence) {
    if (signals_ != 0 || is_fence || lane_order_.is_random()) yield_to_pollers(is_fence);
  }
  /// A grid that it has launched shall go first, for a while.
  void prioritize_child(const Grid& child);
  /// Lets that one go first.
  void yield_to_child();
  /// Back to the OS thread; it goes on when it is scheduled again.
  void leave(State state);
  /// Back to the OS thread; its stack is no longer needed.
  [[noreturn]] void leave_for_good(State state);
  /// It has finished, and the next lane of its warp takes its stack. @param others_wait whether anybody may wait for
  /// it. @return whether it is that simple; else nothing has been done
  bool replace_finished(std::uint32_t others_wait);
  /// It has finished: goes on with the next thread. Returns if that takes its stack.
  void run_next_after_finished();
  /// Its frames are gone, whatever they have still to do.
  [[noreturn]] void abandon_frames();

  /// The warp that is served next.
  void choose_warp() { scan_warp_ = lane_order_.choose(threads_.runnable); }

 private:
  unsigned next();
  unsigned next_of_other_warp();
  void give_stack(unsigned thread);
  void resume(unsigned thread, void** save);
  void activate(unsigned thread);
  void prefetch_stack(unsigned thread) const;
  void wait_for_other_blocks();
  void yield_to_others(const void* site);
  void mark_full();
  bool is_alone() const;
  void yield_to_pollers(bool is_fence);
  static void fiber_entry();

  BlockThreads threads_;
  Observers observers_;
  Block& block_;
  Multiprocessor& multiprocessor_;
  State state_ = State::kFinished;
  unsigned slice_used_ = 0;  ///< of its threads, in this slice
  unsigned withheld_ = 0;    ///< of them, as it has come only to look
  PolledWord polled_;
  unsigned signals_ = 0;         ///< fences, and atomic operations since the first one
  bool others_polling_ = false;  ///< while a thread has yielded: who has the turn may only spin
  void* os_stack_pointer_ = nullptr;  ///< saved by run()
  unsigned scan_warp_ = 0;            ///< that is served
  LaneOrder lane_order_;
  PrioritizedChild child_;
  ProgressWatch progress_;
};

}  // namespace simt
