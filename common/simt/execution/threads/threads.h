/// @file
/// @ingroup simt_execution
/// The states of a resident block's threads, for the scheduler and the barriers.
#pragma once

#include <cstdint>

#include "driver_types.h"
#include "simt/builtins.h"
#include "simt/warp.h"

#include "base/limits.h"
#include "base/trace_event.h"
#include "execution/threads/local_arrays.h"
#include "execution/threads/stacks.h"

namespace simt {

/// What the scheduler returns when no thread can run.
inline constexpr unsigned kNoThread = ~0u;

/// The groups that have a split barrier.
enum class GroupScope : std::uint8_t { kBlock, kCluster, kGrid };
inline constexpr GroupScope kGroupScopes[] = {GroupScope::kBlock, GroupScope::kCluster,
                                              GroupScope::kGrid};

/// Some of them.
struct GroupScopes {
  std::uint8_t bits;

  static unsigned bit_of(GroupScope scope) { return 1u << static_cast<unsigned>(scope); }
  bool has(GroupScope scope) const { return (bits & bit_of(scope)) != 0; }
  void add(GroupScope scope) { bits = static_cast<std::uint8_t>(bits | bit_of(scope)); }
  void remove(GroupScope scope) { bits = static_cast<std::uint8_t>(bits & ~bit_of(scope)); }
};

/// The state of a CUDA thread.
struct alignas(64) Lane {
  void* stack_pointer;
  std::uintptr_t stack_low;
  uint3 index;                 ///< threadIdx
  GroupScope group;            ///< of the barrier it waits for
  GroupScopes arrived;         ///< at which group barriers; not in an earlier phase
  GroupScopes wait_pending;    ///< at which it has arrived, in any phase, and has not waited yet
  bool knows_cluster_started;  ///< ordered after the start of all blocks of its cluster
  bool launched;               ///< has launched a grid
  bool in_split_barrier;       ///< waits at a split barrier, not in sync()
  std::uint16_t journaled;     ///< of its recorded events are in the journal of the block
  std::uint32_t barriers_arrived;  ///< of the cluster and of the grid
  std::uint32_t barriers_passed;
  cudaError_t last_error;
  LocalArrays* arrays;    ///< that it has declared; null: none
  const void* wait_site;  ///< return address of the barrier or collective it waits in

  /// A thread starts.
  void reset() {
    arrived = wait_pending = {};
    barriers_arrived = barriers_passed = 0;
    knows_cluster_started = launched = false;
    arrays = nullptr;
    last_error = cudaSuccess;
  }
};
static_assert(sizeof(Lane) == 64, "one cache line: every switch to a thread needs it");

/// Lane sets are bit masks. A lane is in at most one of unstarted, ready, at_barrier, at_group,
/// at_named_barrier, in_collective, at_active_mask, full and finished; the running lane is in none.
struct alignas(64) Warp {
  std::uint32_t all;
  std::uint32_t unstarted;
  std::uint32_t ready;
  std::uint32_t at_barrier;
  std::uint32_t at_group;
  std::uint32_t in_collective;
  std::uint32_t at_active_mask;    ///< waits in __activemask()
  std::uint32_t full;              ///< its event buffer is full
  std::uint32_t at_named_barrier;  ///< waits at a named barrier, or for a tile of several warps
  std::uint32_t finished;
  TraceEvent* events;  ///< 32 buffers of kLaneEvents, null while no lane needs one
  unsigned collective_count;

  /// Lanes that have not finished.
  std::uint32_t live() const { return all & ~finished; }
};
static_assert(sizeof(Warp) == 64, "one cache line: the scheduler looks at it all the time");

/// Threads have their number in the block, x fastest.
struct BlockThreads {
  unsigned count = 0;
  unsigned warp_count = 0;
  unsigned current = 0;        ///< the running thread
  unsigned live = 0;           ///< that have not finished
  std::uint32_t runnable = 0;  ///< warps with a lane that is unstarted, ready or full
  Warp warps[kMaxWarps];
  Lane lanes[kMaxBlockThreads];
  /// How many events each thread has recorded that are not replayed; a cache line for every warp.
  alignas(64) std::uint16_t recorded[kMaxBlockThreads];
  bool carry[kMaxBlockThreads] = {};  ///< CC.CF of inline PTX

  void begin_grid(const dim3& block);
  void begin_block();
  /// Hash of what decides how the threads go on, except for their stacks and buffers.
  std::uint64_t hash(std::uint64_t seed) const;
  /// Of these: how full they are, and with what.
  std::uint64_t hash_of_buffers(std::uint64_t seed) const;

  Lane& current_lane() { return lanes[current]; }
  Warp& current_warp() { return warps[current / kWarpLanes]; }
  std::uint32_t current_bit() const { return 1u << current % kWarpLanes; }
  /// Whether the thread is in this set of its warp's lanes: is_in(&Warp::at_barrier, thread).
  bool is_in(std::uint32_t Warp::*lanes_of, unsigned thread) const {
    return (warps[thread / kWarpLanes].*lanes_of >> thread % kWarpLanes & 1) != 0;
  }
  bool has_started(unsigned thread) const { return !is_in(&Warp::unstarted, thread); }
  /// Whether the thread has begun, and has not ended.
  bool is_under_way(unsigned thread) const {
    return has_started(thread) && !is_in(&Warp::finished, thread);
  }
  /// Where the thread's buffer begins; its warp has one.
  TraceEvent* events_of(unsigned thread) const {
    return warps[thread / kWarpLanes].events + thread % kWarpLanes * kLaneEvents;
  }
  /// Where it ends, of a thread that is suspended.
  TraceEvent* cursor_of(unsigned thread) const { return events_of(thread) + recorded[thread]; }
  void set_cursor(unsigned thread, const TraceEvent* cursor) {
    recorded[thread] = static_cast<std::uint16_t>(cursor - events_of(thread));
  }
  void set_current_cursor(const TraceEvent* cursor) { set_cursor(current, cursor); }
  /// The same, without a look at its warp.
  void set_current_cursor(const Recorder& recorder) {
    recorded[current] = static_cast<std::uint16_t>(recorder.cursor - recorder.begin);
  }
  /// These lanes of a warp go on.
  void make_ready(unsigned warp, std::uint32_t released) {
    warps[warp].ready |= released;
    runnable |= 1u << warp;
  }
};

}  // namespace simt
