/// @file
/// @ingroup simt_execution
/// A resident block: it runs the threads of one block of a grid after another, each thread on a
/// fiber, until all have finished or none can go on.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "simt/builtins.h"
#include "simt/warp.h"

#include "base/address_map.h"
#include "base/running_kernel.h"
#include "base/settings.h"
#include "base/trace_event.h"
#include "counters/replay.h"
#include "execution/block/async_copies.h"
#include "execution/block/cluster.h"
#include "execution/block/local_arrays.h"
#include "execution/block/pools.h"
#include "execution/grid/grid.h"
#include "execution/reports/host_reports.h"
#include "execution/reports/report.h"
#include "races/block_journal.h"
#include "races/footprint.h"
#include "races/global_check.h"
#include "races/shared_check.h"

namespace simt {

/// What the scheduler answers when no thread can run.
inline constexpr unsigned kNoThread = ~0u;
inline constexpr unsigned kMaxBlockThreads = 1024;
inline constexpr unsigned kMaxWarps = kMaxBlockThreads / kWarpLanes;

class Multiprocessor;

/// The groups whose barrier has two halves.
enum class GroupScope : std::uint8_t { kBlock, kCluster, kGrid };
inline constexpr unsigned kGroupScopes = 3;

/// What a suspended or finished CUDA thread has left behind.
struct alignas(64) Lane {
  void* stack_pointer;
  std::uintptr_t stack_low;
  TraceEvent* cursor;     ///< end of its recorded events
  TraceEvent* limit;      ///< end of its buffer
  uint3 index;            ///< threadIdx
  std::uint8_t group;     ///< GroupScope of the barrier it waits for
  std::uint8_t arrived;   ///< at which group barriers, a bit each; not in an earlier phase
  std::uint8_t unwaited;  ///< at which it has arrived, in any phase, and not waited since
  bool met;               ///< knows that all blocks of its cluster have begun
  bool launched;          ///< has launched a grid
  LocalArrays* arrays;    ///< that it has declared; null: none
  std::uint16_t noted;    ///< of its recorded events are in the journal of the block
  const void* wait_site;  ///< return address of the barrier or collective it waits in
  cudaError_t last_error;

  /// A thread starts.
  void forget() {
    arrived = unwaited = 0;
    met = launched = false;
    arrays = nullptr;
    last_error = cudaSuccess;
  }
};

/// Lanes that wait in the same collective with the same mask.
struct Collective {
  WarpOp op;
  std::uint32_t mask;
  std::uint32_t arrived;
};

/// Lane sets are bit masks. A lane is in at most one of unstarted, ready, at_barrier, at_group,
/// in_collective, asking, full and finished; the running lane is in none.
struct alignas(64) Warp {
  std::uint32_t all;
  std::uint32_t unstarted;
  std::uint32_t ready;
  std::uint32_t at_barrier;
  std::uint32_t at_group;
  std::uint32_t in_collective;
  std::uint32_t asking;  ///< who else is here (active_mask.cpp)
  std::uint32_t full;    ///< its event buffer is full
  std::uint32_t finished;
  TraceEvent* events;  ///< 32 buffers of kLaneEvents, null while no lane has started
  unsigned collective_count;
};
static_assert(sizeof(Warp) == 64, "one cache line: the scheduler looks at it all the time");

/// Which lanes of a warp have come together without the others, since all have.
struct Meetings {
  bool any;
  std::uint32_t partners[kWarpLanes];  ///< of each lane
  std::uint16_t events[kWarpLanes];    ///< that each had recorded then
};

/// What the lanes of a warp hand over in collectives.
struct Exchange {
  Collective collectives[kWarpLanes];
  std::uint64_t value[kWarpLanes];
  int lane_arg[kWarpLanes];
  int width[kWarpLanes];
  std::uint64_t result[kWarpLanes];
  unsigned unanswered;  ///< times that other lanes went before those that ask

  // Lanes to which an undefined value has come in a sum by halves (see check_sources).
  struct Missing {
    std::uint8_t lane, source;
  };
  std::uint32_t undefined = 0;
  std::uint32_t undefined_mask = 0;
  int undefined_step = 0;
  Missing missing[kWarpLanes];
};

/// A block's part in the barrier of a group.
struct GroupBarrier {
  std::uint32_t phase;  ///< of the group's, that the block is in
  unsigned arrived;     ///< threads
  bool announced;       ///< all live threads have arrived, and the group knows
};

/// A use of another block's shared memory by a thread that cannot know whether that block has begun.
struct EarlyAccess {
  unsigned thread;
  unsigned owner;  ///< rank of the block whose memory it is
  Op op;
  const void* pc;  ///< null: there was none
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
  bool uses_structs() const { return !grid_->elements.empty() || cluster_->has_structs(); }
  /// What the memory at `address` is an array of.
  Elements elements_at(std::uintptr_t address) const;
  /// Notes an access to shared memory that is about to happen; stops the block if it is wrong.
  /// @param is_first whether it is no further piece of an access that has not happened yet
  void check_shared(std::uintptr_t address, unsigned bytes, Op op, bool atomic, const void* site,
                    bool is_first) {
    if (address - shared_base_ >= kSharedWindow) [[unlikely]] {
      check_remote_shared(address, bytes, op, atomic, site, is_first);
    } else if (settings_.check_shared &&
               ((is_first && shared_check_.last_write_races()) ||
                shared_check_.access(address, bytes, op, atomic, current_, site))) {
      fail_race(*this);
    }
  }
  /// Stops the block if `address` is shared memory of a block that is not in its cluster.
  void check_owner(std::uintptr_t address, const void* site);
  /// Whether `address` is shared memory of another block.
  bool is_remote(std::uintptr_t address) const { return address - shared_base_ >= kSharedWindow; }
  // For the order between blocks (global_order.cpp).
  /// A fence for the whole device.
  void fence();
  /// Before an atomic or volatile store, and after an atomic or volatile load, of global memory.
  void release(std::uintptr_t address);
  void acquire(std::uintptr_t address, TraceEvent* end);
  /// Notes a read of global memory that nobody has written.
  void note_unwritten(std::uintptr_t address, Op op, const void* site);
  /// Notes an access to global memory that is not recorded as an event.
  void note_access(std::uintptr_t address, Access access, const void* site);
  /// Makes room for what the running thread is about to record; what was pending has happened.
  /// @param events at most kLaneEvents
  void make_room(unsigned events);
  void print(const char* text, std::size_t size);
  void declare_local_array(std::uintptr_t array, std::size_t bytes, std::uint16_t number,
                           bool is_local, std::uintptr_t stack_pointer);
  /// The arrays of the running thread; null if it has declared none.
  const LocalArrays* local_arrays() const { return lanes_[current_].arrays; }
  void buffer_full();
  /// What the block has done so far is ordered before the rest.
  void end_interval();
  /// Lets other threads run; other blocks, too, if that has not helped.
  void pause();
  /// The running thread has come to its end, whatever its frames have still to do.
  [[noreturn]] void abandon_frames();
  /// Stops the block with a report: the running thread never returns from here. It need not be the
  /// block's fault. A caller that has made the report has stopped recording before: the program may
  /// have instrumented copies of std::string's functions.
  [[noreturn]] void fail(KernelError&& error);
  /// The same with an error_report() of the running thread.
  [[noreturn]] void fail(cudaError_t code, std::string_view what, const void* site,
                         std::string_view advice);
  [[noreturn]] void refuse_host_function(const char* function, const void* site) override;
  /// The running thread.
  ThreadPlace here() const { return place_of(current_); }
  /// @param thread as the check of shared memory counts: of this block, or of others of its cluster
  ThreadPlace place_of(unsigned thread) const;

  bool is_parameter(std::uintptr_t address) const;
  std::string describe_shared(std::uintptr_t address) const;
  std::string shared_position(std::uintptr_t address) const;
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
  void note_cursor(TraceEvent* cursor) { lanes_[current_].cursor = cursor; }
  std::uintptr_t shared_base() const { return shared_base_; }
  /// What map_shared_rank() returns for this place in the block's shared memory.
  void* mapped(std::size_t offset) const {
    return reinterpret_cast<void*>(shared_base_ + kSharedBytes + offset);
  }
  AsyncCopies& async_copies() { return async_copies_; }
  unsigned current_thread() const { return current_; }
  cudaError_t& last_error() override { return lanes_[current_].last_error; }
  void shared_array_added(const SharedArray& array);
  /// All that the group waits for has arrived.
  void release_group(GroupScope scope);
  /// The first one of the block.
  const EarlyAccess& early_access() const { return early_; }
  /// Stops the block for what it, or another one of its cluster, has used too early.
  [[noreturn]] void fail_early_access(const Block& user);

 private:
  void check_remote_shared(std::uintptr_t address, unsigned bytes, Op op, bool atomic,
                           const void* site, bool is_first);

  // scheduling (scheduler.cpp, block_inline.h)
  unsigned next_lane();
  unsigned next_lane_of_other_warp();
  unsigned choose(std::uint32_t candidates);
  unsigned choose_otherwise(std::uint32_t candidates);
  void start(unsigned thread);
  void start_or_resume(unsigned thread, void** save);
  void activate(unsigned thread);
  void suspend_current(const void* site);
  void wait();
  void wait_for_other_blocks();
  void fiber_main();
  static void fiber_entry();
  void finish_current();
  /// Back to the OS thread; the running thread goes on when it is scheduled again.
  void leave(State state);
  /// Back to the OS thread; the running thread's stack is no longer needed.
  [[noreturn]] void leave_for_good(State state);
  bool is_alone() const;

  // barriers and collectives (barrier.cpp, collective.cpp)
  void release_barrier();
  void check_barrier_sites();
  [[noreturn]] void fail_arguments(std::uint32_t mask, int width, const void* site);
  void complete_collective(unsigned warp, unsigned which);
  void check_sources(unsigned warp, const Collective& done);
  void complete_collectives(unsigned warp);
  void answer(unsigned warp, std::uint32_t group);

  // barriers of groups (group_barrier.cpp)
  std::uint32_t group_phase(GroupScope scope) const;
  void announce_arrival(GroupScope scope);
  bool waits_for_other_blocks();
  bool release_passed_groups();
  void share_meeting(unsigned warp, std::uint32_t lanes);

  // (global_order.cpp)
  /// What was pending has happened: notes its effect.
  void flush_pending();
  void check_lane(unsigned thread);
  void check_all_lanes();

  // events
  void begin_warp(unsigned warp);
  Retirement retirement(unsigned warp);
  void retire(unsigned warp);
  void note_in_journal(unsigned thread, bool met);
  void note_meeting(unsigned warp, std::uint32_t lanes);
  void note_partners(unsigned thread);
  void empty_buffers(unsigned warp);

  // what stops the block (failures.cpp)
  /// A race on the shared memory of `owner`, found by one of its cluster.
  [[noreturn]] void fail_race(const Block& owner);
  [[noreturn]] void fail_unwritten();
  [[noreturn]] void fail_deadlock();
  [[noreturn]] void fail_timeout();
  [[noreturn]] void fail_divergent_barrier();
  KernelError grid_deadlock() const;

  Warp& current_warp() { return warps_[current_ / kWarpLanes]; }
  std::uint32_t current_bit() const { return 1u << current_ % kWarpLanes; }

  const Settings& settings_ = settings();
  Multiprocessor& multiprocessor_;
  const std::uintptr_t shared_base_;

  Grid* grid_ = nullptr;
  bool forward_ = true;  ///< the first of several goes first
  Cluster* cluster_ = nullptr;
  unsigned rank_ = 0;  ///< in the cluster
  unsigned thread_count_ = 0;
  unsigned warp_count_ = 0;
  SiteTable sites_;
  std::uint64_t issued_[kMaxWarps];  ///< basic blocks of each warp
  std::uint64_t busiest_warp_ = 0;
  SharedCheck shared_check_;
  AsyncCopies async_copies_;
  GlobalCheck global_check_;
  FootprintRecorder accesses_;  ///< global and constant memory
  BlockJournal journal_;        ///< the same, of the running block
  WritingBlock writing_block_;  ///< for the watches of who writes
  bool notes_writers_ = false;
  bool notes_accesses_ = false;
  std::vector<BlockOutput> output_;
  std::vector<std::unique_ptr<LocalArrays>> arrays_;  ///< one for each thread that declares any
  std::size_t arrays_used_ = 0;

  std::uint64_t number_ = 0;  ///< in the grid, x fastest
  std::uint64_t launches_ = 0;
  std::uint64_t order_ = 0;  ///< clusters in turn, then rank
  uint3 index_{};
  State state_ = State::kFinished;
  unsigned turns_ = 0;          ///< of its threads, in this slice
  void* scheduler_ = nullptr;   ///< saved stack pointer of proceed
  unsigned current_ = 0;        ///< running thread of the block, x fastest
  unsigned scan_warp_ = 0;      ///< warp that the scheduler serves
  std::uint32_t runnable_ = 0;  ///< warps with a lane that is unstarted, ready or full
  unsigned live_ = 0;           ///< threads that have not finished
  unsigned arrived_ = 0;        ///< threads at the block barrier
  Vote barrier_vote_ = Vote::kNone;
  const void* barrier_site_ = nullptr;
  bool barrier_sites_differ_ = false;
  int votes_ = 0;
  int barrier_result_ = 0;
  GroupBarrier groups_[kGroupScopes]{};
  std::uint32_t block_phase_ = 0;
  bool some_met_ = false;  ///< a thread knows that all blocks of the cluster have begun
  bool all_met_ = false;   ///< all threads of the block do
  EarlyAccess early_{};
  std::uint64_t random_ = 1;

  const Grid* guest_ = nullptr;  ///< a child that goes first
  unsigned guest_turns_ = 0;

  Warp warps_[kMaxWarps];
  Meetings meetings_[kMaxWarps];
  Exchange exchanges_[kMaxWarps];
  Lane lanes_[kMaxBlockThreads];
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
