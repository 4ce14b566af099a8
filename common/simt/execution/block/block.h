/// @file
/// @ingroup simt_execution
/// A resident block: it runs the threads of one block of a grid after another, each thread on a
/// fiber, until all have finished or none can go on.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "simt/builtins.h"
#include "simt/warp.h"

#include "base/address_map.h"
#include "base/running_kernel.h"
#include "base/settings.h"
#include "base/trace_event.h"
#include "execution/block/async_copies.h"
#include "execution/block/block_barrier.h"
#include "execution/block/cluster.h"
#include "execution/block/cluster_end.h"
#include "execution/block/cluster_start.h"
#include "execution/block/exchange.h"
#include "execution/block/global_order.h"
#include "execution/block/guest.h"
#include "execution/block/lane_order.h"
#include "execution/block/livelock.h"
#include "execution/block/local_arrays.h"
#include "execution/block/mask_check.h"
#include "execution/block/matrices.h"
#include "execution/block/numbered_barriers.h"
#include "execution/block/records.h"
#include "execution/block/running_thread.h"
#include "execution/block/threads.h"
#include "execution/block/tile_barriers.h"
#include "execution/grid/grid.h"
#include "execution/reports/host_reports.h"
#include "execution/reports/report.h"
#include "races/cluster_check.h"
#include "races/shared_check.h"

namespace simt {

class Multiprocessor;

/// What makes an access to shared memory one that other threads may look at.
enum class SharedStrength : std::uint8_t { kPlain, kVolatile, kAtomic };

/// A block's part in the barrier of a group.
struct GroupBarrier {
  std::uint32_t phase;  ///< of the group's, that the block is in
  unsigned arrived;     ///< threads
  bool announced;       ///< all live threads have arrived, and the group knows
};

class Block final : public RunningKernel {
 public:
  enum class State { kPaused, kWaiting, kFinished, kFailed };

  explicit Block(Multiprocessor& multiprocessor);
  ~Block();
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  // Called by the OS thread, in this order.
  void begin_grid(Grid& grid, Cluster& cluster, unsigned rank);
  /// The block of this rank in the cluster of this number.
  void begin_block(std::uint64_t cluster_number);
  bool can_proceed();
  /// Runs the block until it finishes, fails, waits for other blocks, or has had its time.
  void proceed();
  State state() const { return state_; }
  /// Gives up a block that has not finished.
  void abandon();
  void end_grid();

  // Called by the running CUDA thread.
  int barrier(Vote vote, int predicate, const void* site);
  int numbered_barrier(unsigned number, unsigned threads, bool waits, Vote vote, int predicate,
                       const void* site);
  // Tiles of more than 32 threads (tile_barrier.cpp).
  /// The block is about to be made into such tiles.
  void begin_tiles(unsigned size, const void* site);
  /// Waits for the threads of the running one's tile. @param is_sync orders memory, too
  /// @param value for the others
  void meet_in_tile(unsigned size, bool is_sync, std::uint64_t value, const void* site);
  /// What the thread of this rank has brought to the last meeting.
  std::uint64_t value_in_tile(unsigned size, unsigned rank, const void* site);
  bool& carry_flag() { return threads_.carry[threads_.current]; }
  std::uint64_t collective(WarpOp op, std::uint32_t mask, std::uint64_t value, int lane_arg,
                           int width, const void* site);
  std::uint32_t active_mask(const void* site, void* frame);
  void group_arrive(GroupScope scope, const void* site);
  void group_wait(GroupScope scope, const void* site);
  void group_sync(GroupScope scope, const void* site);
  void* map_shared(const void* shared, unsigned rank, const void* site);
  void* shared_array(const void* key, const char* name, std::size_t bytes, std::size_t alignment,
                     Elements elements, const void* site);
  void* dynamic_shared(Elements elements);
  /// Whether the kernel uses arrays of structs.
  bool uses_structs() const { return !grid_->elements.empty() || cluster_->shared().has_structs(); }
  /// What the memory at `address` is an array of.
  Elements elements_at(std::uintptr_t address) const;
  /// Notes a plain load or store of shared memory that is about to happen; stops the block if it is
  /// wrong. @param is_first whether it is no further piece of an access that has not happened yet
  template <Op op>
  [[gnu::always_inline]] void check_shared(std::uintptr_t address, unsigned bytes, const void* site,
                                           bool is_first, ReadKind kind) {
    if (address - shared_base_ >= kSharedWindow || cluster_check_.is_needed()) [[unlikely]] {
      check_cluster_shared(address, bytes, op, SharedStrength::kPlain, site, is_first, kind);
    } else if (settings_.check_shared &&
               ((is_first && shared_check_.last_write_races()) ||
                shared_check_.plain_access<op>(address, bytes, threads_.current, site, kind))) {
      fail_race(*this, shared_check_.race());
    }
  }
  /// The same of an access that is volatile or atomic.
  void check_strong_shared(std::uintptr_t address, unsigned bytes, Op op, SharedStrength strength,
                           const void* site, bool is_first, ReadKind kind);
  // Asynchronous copies (copies_on_their_way.cpp).
  /// The running thread has begun to copy a word; it is complete with the phase, or with a batch of the thread.
  void copy_begins(void* to, const void* from, unsigned bytes, const void* site,
                   const CounterPhase& phase);
  /// What it has begun since the last call is a batch.
  void commit_copies();
  /// It has waited for its batches, all but the `count` latest.
  void land_copies(unsigned count);
  /// It uses words that count as invalid: stops the block if a copy fills them. False if they are.
  bool judge_copies(std::uintptr_t address, Access access, const void* site);
  /// It changes global memory: stops the block if a copy reads that.
  void check_source(std::uintptr_t address, Access access, const void* site) {
    if (async_copies_.has_sources()) [[unlikely]]
      judge_source(address, access, site);
  }
  // simt/waiting.h.
  void counter_arrives(const CounterPhase& phase);
  void counter_completes(const CounterPhase& phase);
  void counter_advances(const CounterPhase& phase);
  void counter_passed(const CounterPhase& phase);
  /// The running thread is about to write a flag, or has read it, which may order what the block does in shared
  /// memory: shared_order.h.
  void release_shared(std::uintptr_t address, bool is_store, bool has_order);
  void acquire_shared(std::uintptr_t address, bool has_order);
  /// It has a fence, for the block or wider.
  void fence_shared() {
    if (settings_.check_shared) shared_check_.fence(threads_.current);
  }
  /// It is about to compare and swap what it may have read before.
  void note_swap(std::uintptr_t address, unsigned bytes);
  /// Notes a read of an aggregate that is about to happen, in shared or global memory: it need not be
  /// written whole, but somewhere.
  void check_aggregate_written(std::uintptr_t address, std::size_t bytes, const void* site);
  /// Stops the block if `address` is shared memory of a block that is not in its cluster.
  void check_owner(std::uintptr_t address, const void* site);
  /// Whether `address` is shared memory of another block.
  bool is_remote(std::uintptr_t address) const { return address - shared_base_ >= kSharedWindow; }
  /// What its threads have done to global memory, against other blocks.
  GlobalOrder& global_order() { return global_order_; }
  /// The running thread gives memory of the heap back.
  void free_memory(std::uintptr_t address, std::size_t bytes, const void* site);
  /// An access to global memory looks at what nobody has written, all or some of it: notes that if it is
  /// a mistake.
  void check_written(std::uintptr_t address, Access access, const void* site, ReadKind kind);
  BlockRecords& records() { return records_; }
  /// Makes room for what the running thread is about to record; what was pending has happened.
  /// @param events at most kLaneEvents
  void make_room(unsigned events);
  void print(const char* text, std::size_t size);
  void declare_local_array(std::uintptr_t array, std::size_t bytes, std::uint16_t number,
                           bool is_local, std::uintptr_t stack_pointer);
  /// The arrays of the running thread; null if it has declared none.
  const LocalArrays* local_arrays() const { return threads_.lanes[threads_.current].arrays; }
  void buffer_full();
  /// What the block has done so far to global memory is ordered before the rest. @param shared as well as to
  /// shared memory
  void end_interval(bool shared = true);
  /// The same where the running thread has put down its cursor.
  void end_interval_of_all(bool shared);
  /// Lets other threads run; other blocks, too, if that has not helped.
  void pause();
  /// The running thread has called a fence, or has done an atomic operation. If what it has said by that came too early,
  /// it takes somebody who looks before it goes on: now and then, others have their turn here.
  void let_others_look(bool is_fence) {
    if (signals_ != 0 || is_fence || lane_order_.is_random()) note_signal(is_fence);
  }
  /// The running thread has come to its end, whatever its frames have still to do.
  [[noreturn]] void abandon_frames();
  /// Stops the block with a report: stop_kernel() of running_thread.h.
  [[noreturn]] void fail(KernelError&& error);
  [[noreturn]] void refuse_host_function(const char* function, const void* site) override;
  ThreadPlace here() const { return place_of(threads_.current); }
  /// @param thread as the check of shared memory counts: of this block, or of others of its cluster
  ThreadPlace place_of(unsigned thread) const;

  bool is_parameter(std::uintptr_t address) const;
  const LaunchConfig& config() const { return grid_->config; }
  Grid& grid() const { return *grid_; }
  const Multiprocessor& multiprocessor() const { return multiprocessor_; }
  Cluster& cluster() const { return *cluster_; }
  unsigned rank() const { return rank_; }
  /// Its number in the grid, x fastest.
  std::uint64_t number() const { return number_; }
  /// The running thread launches a grid. @return how many the block has launched before
  std::uint64_t next_launch();
  /// A grid that the running thread has launched shall go first, for a while.
  void invite(const Grid& child);
  /// Lets whoever was invited go first.
  void give_way();
  /// The running thread stops recording for a while. @param cursor end of what it has recorded
  void note_cursor(TraceEvent* cursor) { threads_.set_cursor(threads_.current, cursor); }
  std::uintptr_t shared_base() const { return shared_base_; }
  /// What map_shared_rank() returns for this place in the block's shared memory.
  void* mapped(std::size_t offset) const {
    return reinterpret_cast<void*>(shared_base_ + kSharedBytes + offset);
  }
  unsigned current_thread() const { return threads_.current; }
  cudaError_t& last_error() override { return threads_.current_lane().last_error; }
  void shared_array_added(const SharedArray& array);
  /// All that the group waits for has arrived.
  void release_group(GroupScope scope);
  const EarlyAccess& early_access() const { return cluster_start_.early_access(); }
  /// Stops the block for what it, or another one of its cluster, has used too early.
  [[noreturn]] void fail_early_access(const Block& user);

 private:
  void check_cluster_shared(std::uintptr_t address, unsigned bytes, Op op, SharedStrength strength,
                            const void* site, bool is_first, ReadKind kind);
  void check_remote_use(std::uintptr_t address, Op op, const void* site);
  /// Whether it matters who comes after whom in shared memory.
  bool orders_shared() const {
    return settings_.check_shared &&
           (cluster_->shared().static_bytes() > 0 || grid_->config.shared_bytes > 0);
  }
  SharedUse shared_use(Op op, SharedStrength strength) const;
  bool is_flag(const CounterPhase& phase) const;
  void judge_source(std::uintptr_t address, Access access, const void* site);
  /// The block has met: what was done to shared memory so far comes before the rest.
  void order_shared();
  /// Races that were not judged before the end of the barrier interval.
  void check_waiting_races();
  void pass_halves(GroupScope scope);
  void order_group(GroupScope scope);
  void share_barriers_passed();
  void judge_late_uses();
  void note_unwritten(std::uintptr_t address, Op op, const void* site);
  /// Whether there is nothing to be added to what the block has noted.
  bool has_noted_unwritten(const void* site) const {
    return noted_unwritten_.site == site && noted_unwritten_.thread <= threads_.current;
  }

  // The schedule (scheduler.cpp, block_inline.h).
  unsigned next_lane();
  unsigned next_lane_of_other_warp();
  void give_stack(unsigned thread);
  void start_or_resume(unsigned thread, void** save);
  void activate(unsigned thread);
  void prefetch_stack(unsigned thread) const;
  void suspend_current(const void* site);
  void wait();
  void wait_for_other_blocks();
  void fiber_main();
  static void fiber_entry();
  bool start_next_of_warp();
  void finish_current();
  void finish_block();
  void trace_shared_array(const SharedArray& array);
  // Loops without an end (endless.cpp).
  void begin_watching();
  void tick(const void* site);
  void let_others_go_on(const void* site);
  void yield(const void* site);
  void note_signal(bool is_fence);
  void judge_progress(const void* site);
  void judge_state(const void* site);
  std::uint64_t hash_of_state(std::uintptr_t stack) const;
  /// Back to the OS thread; the running thread goes on when it is scheduled again.
  void leave(State state);
  /// Back to the OS thread; the running thread's stack is no longer needed.
  [[noreturn]] void leave_for_good(State state);
  bool is_alone() const;

  // Barriers and collectives (barrier.cpp, collective.cpp, active_mask.cpp).
  void release_barrier();
  void check_barrier_sites();
  void judge_exited_threads();
  void complete_collective(unsigned warp, unsigned which);
  void complete_collectives(unsigned warp);
  void complete_active_mask(unsigned warp, std::uint32_t group);

  // Numbered barriers (numbered_barrier.cpp).
  void count_whole_warp(NumberedBarrier& barrier, unsigned warp);
  [[noreturn]] void fail_overtaking(const NumberedBarrier& barrier);
  void release_numbered(NumberedBarrier& barrier);
  void judge_numbered(unsigned number, unsigned threads, bool waits, const void* site);
  void warp_has_lost_lane(unsigned warp);

  void release_tile(TileBarrier& barrier, unsigned size, unsigned tile);

  // Barriers of groups (group_barrier.cpp).
  GroupBarrier& group(GroupScope scope) { return groups_[static_cast<int>(scope)]; }
  std::uint32_t group_phase(GroupScope scope) const;
  void announce_arrival(GroupScope scope);
  bool waits_for_other_blocks();
  bool release_passed_groups();

  // What stops the block (failures.cpp, collective.cpp).
  /// A race on the shared memory of `owner`, found by one of its cluster.
  [[noreturn]] void fail_race(const Block& owner, const Race& race);
  [[noreturn]] void fail_unwritten();
  [[noreturn]] void fail_deadlock();
  [[noreturn]] void fail_timeout(bool repeats, const void* site);
  [[noreturn]] void fail_divergent_barrier();
  [[noreturn]] void fail_arguments(std::uint32_t mask, int width, const void* site);
  [[noreturn]] void fail_missing_source(unsigned warp, const Exchange::Missing& missing,
                                        std::uint32_t mask);
  void warn_of_missing_source(unsigned warp, std::uint32_t mask);
  void judge_missing_lanes(unsigned warp, const Collective& done);
  void judge_matrix_lanes(unsigned warp_number, const Collective& done);
  void judge_passed_call();
  KernelError grid_deadlock() const;

  const Settings& settings_ = settings();
  Multiprocessor& multiprocessor_;
  const std::uintptr_t shared_base_;

  Grid* grid_ = nullptr;
  Cluster* cluster_ = nullptr;
  unsigned rank_ = 0;         ///< in the cluster
  std::uint64_t number_ = 0;  ///< in the grid, x fastest
  std::uint64_t order_ = 0;   ///< clusters in turn, then rank
  uint3 index_{};

  State state_ = State::kFinished;
  unsigned turns_ = 0;        ///< of its threads, in this slice
  unsigned signals_ = 0;      ///< fences, and atomic operations since the first one
  bool others_look_ = false;  ///< while somebody has given his turn away: who has it may only spin
  unsigned ticks_ = 1;        ///< until it is asked whether the block gets on
  unsigned live_before_ = 0;  ///< threads, when it was last asked
  std::uint64_t clock_reads_before_ = 0;
  void* scheduler_ = nullptr;  ///< saved stack pointer of proceed
  unsigned scan_warp_ = 0;     ///< warp that the scheduler serves
  LaneOrder lane_order_;
  Guest guest_;
  BlockBarrier barrier_;
  const void* warned_site_ = nullptr;           ///< of the latest warning
  std::unique_ptr<NumberedBarriers> numbered_;  ///< null as long as the kernel uses none
  TileBarriers tile_barriers_;
  GroupBarrier groups_[kGroupScopes]{};
  std::uint32_t block_phase_ = 0;
  /// Barriers of the cluster and of the grid that one of its threads had passed when the block last met.
  std::uint32_t barriers_passed_ = 0;
  LivelockCheck livelock_;
  ClusterStart cluster_start_{threads_};
  ClusterEnd cluster_end_;
  SharedCheck shared_check_;
  ClusterCheck cluster_check_;
  struct {
    const void* site = nullptr;
    unsigned thread = 0;
  } noted_unwritten_;  ///< the last read of global memory that nobody has written
  AsyncCopies async_copies_{shared_base_, shared_check_};
  GlobalOrder global_order_{threads_, cluster_start_, cluster_end_, async_copies_};
  BlockRecords records_;
  BlockLocalArrays local_arrays_;
  std::uint64_t launches_ = 0;
  std::vector<BlockOutput> output_;
  Exchange exchanges_[kMaxWarps];
  BlockThreads threads_;
  MaskCheck mask_check_{threads_};
};

/// The block whose thread this OS thread runs; null on the program's own threads.
inline Block* current_block() { return static_cast<Block*>(running_kernel); }

/// The running CUDA thread's block; reports a call from host code and ends the process.
inline Block& device_code(const char* function) {
  if (current_block() == nullptr) [[unlikely]]
    called_from_host(function);
  return *current_block();
}

}  // namespace simt
