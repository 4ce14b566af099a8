/// @file
/// @ingroup simt_execution
/// A resident block: runs the blocks of a grid one after the other, each thread on a fiber, until all threads have
/// finished or none can proceed.
///
/// A block is made of parts. The scheduler decides which thread runs next; the barriers and collectives decide what
/// threads wait for. BlockWatch sees what they do (block_watch.h): the checks in it may stop a kernel, none may
/// schedule.
#pragma once

#include <cstdint>
#include <vector>

#include "base/worker.h"
#include "execution/block/block_barrier.h"
#include "execution/block/cluster.h"
#include "execution/block/collectives.h"
#include "execution/block/group_barriers.h"
#include "execution/block/named_barriers.h"
#include "execution/block/scheduler.h"
#include "execution/block/shared_memory.h"
#include "execution/block/tile_barriers.h"
#include "execution/block/tile_memory.h"
#include "execution/block/watch/block_watch.h"
#include "execution/grid/grid.h"
#include "execution/threads/block_identity.h"
#include "execution/threads/local_arrays.h"
#include "execution/threads/threads.h"

namespace simt {

class Block final : public ScheduledBlock {
 public:
  using State = Scheduler::State;

  explicit Block(Residency& residency);
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
  const BlockIdentity& identity() const override { return identity_; }
  Scheduler& scheduler() { return scheduler_; }
  BlockThreads& threads() override { return scheduler_.threads(); }
  const BlockThreads& threads() const { return scheduler_.threads(); }
  BlockWatch& watch() { return scheduler_.watch(); }
  BlockBarrier& barrier() { return barrier_; }
  NamedBarriers& named_barriers() { return named_barriers_; }
  TileBarriers& tile_barriers() { return tile_barriers_; }
  GroupBarriers& groups() { return groups_; }
  Collectives& collectives() { return collectives_; }
  SharedMemory& shared_memory() { return shared_memory_; }
  BlockLocalArrays& local_arrays() { return local_arrays_; }
  TileMemory& tile_memory() { return tile_memory_; }

  // What it is a part of.
  const LaunchConfig& config() const { return identity_.grid->config; }
  Grid& grid() const { return *identity_.grid; }
  Cluster& cluster() const { return cluster_of(identity_); }
  const Residency& residency() const { return residency_; }

  // Called by the running CUDA thread.
  int device() const override { return grid().device; }
  cudaError_t& last_error() override { return threads().current_lane().last_error; }
  ThreadPlace here() const { return place_of(threads().current); }
  ThreadPlace place_of(unsigned thread) const { return identity_.place_of(threads(), thread); }
  /// Whether the kernel uses arrays of structs.
  bool uses_structs() const { return !grid().elements.empty() || cluster().shared().has_structs(); }
  void print(const char* text, std::size_t size);
  /// The running thread launches a grid. @return how many grids the block has launched before
  std::uint64_t next_launch();

 private:
  // For the scheduler.
  [[noreturn]] void run_threads() override;
  void finish_thread() override;
  void release_waiting_for_finished() override;
  void complete_active_mask(unsigned warp, std::uint32_t group) override {
    collectives_.complete_active_mask(warp, group);
  }
  void check_waits_for_others() override;
  void finish() override;
  WaitingThreads waiting_threads() const override;
  std::uint64_t hash(std::uint64_t seed) const override;

  // For the running thread, of which the caller knows only that.
  void record_access(std::uintptr_t address, Access access, const void* site) override {
    watch().records.record_access(address, access, site);
  }
  [[noreturn]] void fail(KernelError&& error) override;
  [[noreturn]] void refuse_host_function(const char* function, const void* site) override;

  KernelError deadlock() const;
  KernelError grid_deadlock() const;

  Residency& residency_;
  BlockIdentity identity_;
  Scheduler scheduler_;
  BlockBarrier barrier_{scheduler_, identity_};
  NamedBarriers named_barriers_{scheduler_, identity_};
  TileBarriers tile_barriers_{scheduler_};
  GroupBarriers groups_{scheduler_, identity_};
  Collectives collectives_{scheduler_, identity_};
  SharedMemory shared_memory_{identity_, scheduler_.watch().records};
  BlockLocalArrays local_arrays_{scheduler_.threads()};
  TileMemory tile_memory_;
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
