/// @file
/// @ingroup simt_execution
/// The OS threads of the device, and the grids that they work on.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "execution/grid/grid.h"
#include "execution/grid/slow_launches.h"

namespace simt {

class Pool {
 public:
  /// Of the process.
  static Pool& instance();

  /// Runs the grid and all its descendants; several threads may call this concurrently.
  void run(Grid& grid, const SlowLaunchWatch& watch);
  /// Counts a launch by `parent` as pending. @return false if there are `limit` already
  bool reserve_pending(Grid& parent, std::size_t limit);
  /// A block of `parent` launches `child`. @param key of the stream: grids with the same key run one
  /// after the other; null: at once.
  void launch(Grid& parent, std::unique_ptr<Grid> child, cudaStream_t key);
  /// `child` waits until `parent` and everything else that it has launched is complete.
  void launch_at_end(Grid& parent, std::unique_ptr<Grid> child);

  // Called by the OS threads.
  /// A grid with blocks to run, which counts the caller as one of its users; null: none.
  /// @param number of the OS thread: the first one runs all grids whose order is fixed
  /// @param suspended clusters of its own that do not poll
  Grid* join(unsigned number, std::size_t suspended);
  void join_again(Grid& grid);
  void leave(Grid& grid);
  /// Whether a grid with blocks to run is more urgent than `grid`.
  bool has_better(const Grid& grid) const {
    return best_priority_.load(std::memory_order_relaxed) < grid.config.priority;
  }
  /// Whether any grid has blocks to run.
  bool has_work() const { return best_priority_.load(std::memory_order_relaxed) != kNoPriority; }

 private:
  static constexpr int kNoPriority = 1 << 30;

  /// OS threads may run its blocks from now on.
  void activate(Grid& grid);
  void start_threads(std::uint64_t wanted);
  void update_priority();
  void finish(Grid& grid);
  void complete(Grid& grid);

  std::mutex mutex_;
  std::condition_variable completed_;
  std::uint64_t sequence_ = 0;
  std::vector<Grid*> active_;  ///< not finished, most urgent first
  std::atomic<int> best_priority_{kNoPriority};
  int threads_ = 0;
};

}  // namespace simt
