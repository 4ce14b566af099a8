/// @file
/// @ingroup simt_execution
/// Reports about barriers that never complete.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/worker.h"
#include "execution/grid/grid.h"
#include "execution/reports/report.h"

namespace simt {

/// Where threads wait, in words, and how many.
using WaitingThreads = std::map<std::string, int>;

/// Works on every GPU since compute capability 7.0; an error on request.
KernelError exited_threads_report(unsigned waiting, unsigned exited, const void* site,
                                  const ThreadPlace& last);
/// exited_threads_report() as a warning.
std::string exited_threads_warning(unsigned waiting, unsigned exited, const void* site,
                                   const ThreadPlace& last);
KernelError divergent_barrier_report(const WaitingThreads& waiting, const ThreadPlace& last);
/// @param finished of its threads
KernelError deadlock_report(const WaitingThreads& waiting, unsigned finished,
                            const ThreadPlace& last);
/// A block waits for the whole grid, and another one has finished.
KernelError grid_deadlock_report(int threads, const GridArrivals& arrivals, const void* site,
                                 const ThreadPlace& of);
/// What a block that repeats itself may wait for.
struct Awaited {
  BarrierObject object;    ///< at which threads wait
  std::string phases;      ///< of such objects: phase_line()
  WaitingThreads waiting;  ///< its threads that wait at other barriers, or in collectives
  unsigned finished;       ///< its threads that have ended
  std::string word;        ///< of global memory that it looks at, and its value; empty: none
  std::uint64_t begun, ended, blocks;  ///< of the grid
  std::uint64_t room;                  ///< for so many blocks at a time
};
/// A block's threads repeat their state, and no memory has changed.
/// @param last_pc where the thread was last seen; null: nowhere
KernelError endless_report(double seconds, const Awaited& awaited, const void* last_pc,
                           const ThreadPlace& by);
/// A block's threads repeat their state, and have used nothing that others could change.
/// @param awaited what the loop reads of shared memory; empty: nothing
KernelError endless_alone_report(const std::string& awaited, const BarrierObject& object,
                                 const std::string& phases, unsigned finished,
                                 const WaitingThreads& waiting, const void* site,
                                 const ThreadPlace& by);
/// "  phase   of full: parity 0, with 0 of 32 arrivals; the wait asks for parity 0"
std::string phase_line(const std::string& name, const BarrierObject& object);
/// A block has neither finished nor repeated its state.
KernelError timeout_report(double seconds, const Awaited& awaited, const void* last_pc,
                           const ThreadPlace& by);

}  // namespace simt
