/// @file
/// @ingroup simt_execution
/// A resident block: runs the blocks of a grid one after the other, each thread on a fiber, until all threads have
/// finished or none can proceed.
///
/// A block is made of parts. The scheduler decides which thread runs next; the barriers and collectives decide what
/// threads wait for. The observers watch (observers.h): the checks among them may stop a kernel, none may schedule.
#pragma once

#include <cstdint>
#include <vector>

#include "base/worker.h"
#include "execution/block/block_barrier.h"
#include "execution/block/block_identity.h"
#include "execution/block/cluster.h"
#include "execution/block/collectives.h"
#include "execution/block/group_barriers.h"
#include "execution/block/local_arrays.h"
#include "execution/block/named_barriers.h"
#include "execution/block/observers.h"
#include "execution/block/running_thread.h"
#include "execution/block/scheduler.h"
#include "execution/block/shared_memory.h"
#include "execution/block/threads.h"
#include "execution/block/tile_barriers.h"
#include "execution/grid/grid.h"

namespace simt {

class Multiprocessor;

class Block final : public RunningKernel {
 public:
  using State = Scheduler::State;

  explicit Block(Multiprocessor& multiprocessor);
  ~Block();
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  // Called by the OS thread, in this order.
  void begin_grid(Grid& grid, Cluster& cluster, unsigned rank);
  /// The block of this rank in the cluster of this number.
  void begin_block(std::uint64_t cluster_number);
  bool can_proceed();
  /// Runs the block until it finishes, fails, waits for other blocks, or its time slice ends.
  void proceed();
  State state() const { return scheduler_.state(); }
  /// The word that its runnable threads spin on, if it is paused for that.
  const PolledWord& polled() const { return scheduler_.polled(); }
  /// Gives up a block that has not finished.
  void abandon() { scheduler_.abandon(); }
  void end_grid();

  // The parts.
  const BlockIdentity& identity() const { return identity_; }
  Scheduler& scheduler() { return scheduler_; }
  BlockThreads& threads() { return scheduler_.threads(); }
  const BlockThreads& threads() const { return scheduler_.threads(); }
  Observers& observers() { return scheduler_.observers(); }
  BlockBarrier& barrier() { return barrier_; }
  NamedBarriers& named_barriers() { return named_barriers_; }
  TileBarriers& tile_barriers() { return tile_barriers_; }
  GroupBarriers& groups() { return groups_; }
  Collectives& collectives() { return collectives_; }
  SharedMemory& shared_memory() { return shared_memory_; }
  BlockLocalArrays& local_arrays() { return local_arrays_; }

  // What it is a part of.
  const LaunchConfig& config() const { return identity_.grid->config; }
  Grid& grid() const { return *identity_.grid; }
  Cluster& cluster() const { return *identity_.cluster; }
  const Multiprocessor& multiprocessor() const { return multiprocessor_; }

  // How its threads end.
  /// The body of a fiber: runs threads that have not started, one after the other.
  [[noreturn]] void run_threads();
  /// The running thread ends. Returns when another thread has taken over its stack.
  void finish_thread();
  /// Completes the barriers that waited only for threads that have exited.
  void release_waiting_for_finished();
  /// All threads have finished.
  void finish();
  /// None of its threads can run: stops the block if no other block can change that.
  void check_waits_for_others();

  // Called by the running CUDA thread.
  /// Stops the block with a report: stop_kernel_with() of running_thread.h.
  [[noreturn]] void fail(KernelError&& error);
  [[noreturn]] void refuse_host_function(const char* function, const void* site) override;
  cudaError_t& last_error() override { return threads().current_lane().last_error; }
  ThreadPlace here() const { return place_of(threads().current); }
  /// @param thread numbered as in RaceAccess: of this block, or of another one of its cluster
  ThreadPlace place_of(unsigned thread) const { return identity_.place_of(threads(), thread); }
  /// Whether the kernel uses arrays of structs.
  bool uses_structs() const { return !grid().elements.empty() || cluster().shared().has_structs(); }
  void print(const char* text, std::size_t size);
  /// The running thread launches a grid. @return how many grids the block has launched before
  std::uint64_t next_launch();

 private:
  KernelError deadlock() const;
  KernelError grid_deadlock() const;

  Multiprocessor& multiprocessor_;
  BlockIdentity identity_;
  Scheduler scheduler_;
  BlockBarrier barrier_{scheduler_};
  NamedBarriers named_barriers_{scheduler_, identity_};
  TileBarriers tile_barriers_{scheduler_};
  GroupBarriers groups_{scheduler_, identity_};
  Collectives collectives_{scheduler_};
  SharedMemory shared_memory_{identity_, scheduler_.observers().records};
  BlockLocalArrays local_arrays_{scheduler_.threads(), scheduler_.observers().records};
  std::uint64_t launches_ = 0;
  std::vector<BlockOutput> output_;
};

/// The block whose thread this OS thread runs; null on the program's own threads.
inline Block* current_block() { return static_cast<Block*>(worker().running_kernel); }

/// The running CUDA thread's block; reports a call from host code and ends the process.
inline Block& device_code(const char* function) {
  require_kernel(function);
  return *current_block();
}

}  // namespace simt
