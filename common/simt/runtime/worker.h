/// @file
/// The scheduler of one OS thread: it runs the threads of one block at a time, each on a fiber,
/// until all have finished or none can go on.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "simt/builtins.h"
#include "simt/warp.h"

#include "../analysis/event.h"
#include "../analysis/replay.h"
#include "../analysis/shared_check.h"
#include "grid.h"
#include "settings.h"

namespace simt {

inline constexpr unsigned kWarpLanes = 32;
/// No thread: what the scheduler answers when nobody can run.
inline constexpr unsigned kNobody = ~0u;
inline constexpr unsigned kMaxBlockThreads = 1024;
inline constexpr unsigned kMaxWarps = kMaxBlockThreads / kWarpLanes;
/// Events a lane can record before its warp is replayed; 66 cache lines, so that the buffers of
/// neighbouring lanes do not share an L1 set.
inline constexpr unsigned kLaneEvents = 264;

/// What a suspended or finished CUDA thread has left behind.
struct alignas(64) Lane {
  void* stack_pointer;
  std::uintptr_t stack_low;
  Event* cursor;          ///< end of its recorded events
  Event* limit;           ///< end of its buffer
  uint3 index;            ///< threadIdx
  const void* wait_site;  ///< return address of the barrier or collective it waits in
};

/// Lanes that wait in the same collective with the same mask.
struct Collective {
  WarpOp op;
  std::uint32_t mask;
  std::uint32_t arrived;
};

/// Lane sets are bit masks. A lane is in at most one of unstarted, ready, at_barrier, in_collective,
/// full and finished; the running lane is in none.
struct alignas(64) Warp {
  std::uint32_t all;
  std::uint32_t unstarted;
  std::uint32_t ready;
  std::uint32_t at_barrier;
  std::uint32_t in_collective;
  std::uint32_t full;  ///< its event buffer is full
  std::uint32_t finished;
  Event* events;  ///< 32 buffers of kLaneEvents, null while no lane has started
  unsigned collective_count;
};
static_assert(sizeof(Warp) == 64, "one cache line: the scheduler looks at it all the time");

/// What the lanes of a warp hand over in collectives.
struct Exchange {
  Collective collectives[kWarpLanes];
  std::uint64_t value[kWarpLanes];
  int lane_arg[kWarpLanes];
  int width[kWarpLanes];
  std::uint64_t result[kWarpLanes];
};

class Worker {
 public:
  explicit Worker(int number);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Takes blocks of the grid until there are none left.
  void run(Grid& grid);

  // Called by the running CUDA thread.
  int barrier(Vote vote, int predicate, const void* site);
  std::uint64_t collective(WarpOp op, std::uint32_t mask, std::uint64_t value, int lane_arg,
                           int width, const void* site);
  std::uint32_t active_mask() const;
  void* shared_array(const void* key, const char* name, std::size_t bytes, std::size_t alignment,
                     const void* site);
  void* dynamic_shared();
  /// Notes an access to shared memory that is about to happen; stops the block if it is wrong.
  void check_shared(std::uintptr_t address, unsigned bytes, Op op, const void* site);
  void print(const char* text, std::size_t size);
  void buffer_full();
  /// Stops the block: the running thread never returns from here. @param what one line, without
  /// the thread and the kernel, which the report adds. @param advice what to do about it.
  [[noreturn]] void fail(cudaError_t code, const std::string& what, const void* site,
                         const std::string& advice);

  bool owns_stack(std::uintptr_t address) const;
  bool is_parameter(std::uintptr_t address) const;
  std::string describe_shared(std::uintptr_t address) const;
  std::string shared_position(std::uintptr_t address) const;
  const LaunchConfig& config() const { return grid_->config; }

 private:
  struct SharedArray {
    const void* key;
    const char* name;
    std::uintptr_t address;
    std::size_t bytes;
  };

  void begin_grid(Grid& grid);
  void end_grid();
  void run_block(std::uint64_t block);
  void begin_shared();
  void end_shared();

  // scheduling (scheduler.cpp, worker_inline.h)
  unsigned next_lane();
  unsigned next_lane_of_other_warp();
  unsigned choose(std::uint32_t candidates);
  unsigned choose_otherwise(std::uint32_t candidates);
  void start(unsigned thread);
  void start_or_resume(unsigned thread, void** save);
  void activate(unsigned thread);
  void suspend_current(const void* site);
  void wait();
  void fiber_main();
  static void fiber_entry();
  void finish_current();
  [[noreturn]] void leave_block();

  // barriers and collectives (barrier.cpp, collective.cpp)
  void release_barrier();
  void check_barrier_sites();
  void complete_collective(unsigned warp, unsigned which);
  void complete_collectives(unsigned warp);

  // events
  void begin_warp(unsigned warp);
  void retire(unsigned warp);
  void make_room(unsigned warp);

  // reports (reports.cpp)
  [[noreturn]] void stop(KernelError&& error);
  [[noreturn]] void report_race();
  [[noreturn]] void report_unwritten();
  [[noreturn]] void report_deadlock();
  [[noreturn]] void report_timeout();
  [[noreturn]] void report_static_shared(const char* name, std::size_t bytes, const void* site);
  [[noreturn]] void report_divergent_barrier();
  [[noreturn]] void report_mask_without_caller(std::uint32_t mask, const void* site);
  [[noreturn]] void report_bad_width(int width, const void* site);
  std::string describe_thread(unsigned thread) const;

  Warp& current_warp() { return warps_[current_ / kWarpLanes]; }
  std::uint32_t current_bit() const { return 1u << current_ % kWarpLanes; }

  const Settings& settings_ = settings();
  const bool forward_ = settings_.lane_order == LaneOrder::kForward;
  const int number_;
  const std::uintptr_t shared_base_;
  char* stacks_;
  Event* events_;
  std::uintptr_t free_stacks_[kMaxBlockThreads];
  unsigned free_stacks_count_ = 0;
  Event* free_events_[kMaxWarps];
  unsigned free_events_count_ = 0;

  Grid* grid_ = nullptr;
  unsigned thread_count_ = 0;
  unsigned warp_count_ = 0;
  SiteTable sites_;
  SharedCheck shared_check_;
  std::vector<BlockOutput> output_;
  std::vector<SharedArray> shared_arrays_;
  std::size_t shared_used_ = 0;
  std::size_t static_shared_bytes_ = 0;

  std::uint64_t block_ = 0;
  std::chrono::steady_clock::time_point block_start_;
  void* scheduler_ = nullptr;   ///< saved stack pointer of run_block
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
  std::uint64_t random_ = 1;

  Warp warps_[kMaxWarps];
  Exchange exchanges_[kMaxWarps];
  Lane lanes_[kMaxBlockThreads];
};

/// The worker of this OS thread; null on the program's own threads.
extern __thread Worker* current_worker;

[[noreturn]] void called_from_host(const char* function);

/// The running CUDA thread's worker; reports a call from host code and ends the process.
inline Worker& device_code(const char* function) {
  if (current_worker == nullptr) [[unlikely]]
    called_from_host(function);
  return *current_worker;
}

}  // namespace simt
