/// @file
/// @ingroup simt_execution
/// A grid while it runs: its blocks are distributed to the model's OS threads in its order.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "driver_types.h"
#include "simt/launch.h"

#include "base/error.h"
#include "base/run_order.h"
#include "counters/findings.h"
#include "counters/replay.h"
#include "counters/trace.h"
#include "memory/elements.h"
#include "memory/write_watch.h"
#include "operations/operation.h"
#include "races/block_journal.h"
#include "races/grid_checks.h"

namespace simt {

/// Device printf of one block.
struct BlockOutput {
  std::uint64_t block;
  std::string text;
};

/// How many blocks a grid has, have come to its barrier, and have finished.
struct GridArrivals {
  std::uint64_t blocks, arrived, finished;
};

struct Grid {
  Grid(const LaunchConfig& config, std::shared_ptr<const KernelCall> call, RunOrder order);
  ~Grid();
  Grid(const Grid&) = delete;
  Grid& operator=(const Grid&) = delete;

  const int device;  ///< that it runs on
  const LaunchConfig config;
  const std::shared_ptr<const KernelCall> call;
  const RunOrder order;
  const unsigned cluster_blocks;      ///< blocks per cluster
  const std::uint64_t cluster_count;  ///< clusters of the grid; without clusters, its blocks
  const std::uint64_t block_count;
  const std::vector<ElementRange> elements;  ///< what global memory is arrays of
  GridChecks checks;
  Findings findings;
  /// Its number for write watches, if there are any.
  const std::optional<std::uint32_t> watched_launch;

  std::atomic<std::uint64_t> next_cluster{0};
  std::atomic<std::uint64_t> ended_clusters{0};
  /// The first block by its turn that failed. Those with later turns need not run: so the report does not depend on the
  /// number of OS threads.
  std::atomic<std::uint64_t> failed_block{~std::uint64_t{0}};
  /// A block has called printf(): after a failure, all blocks before it by number still run, and print.
  std::atomic<bool> has_printed{false};

  /// Whether a thread has called a fence, or cudaGridDependencySynchronize, which is one here.
  std::atomic<bool> has_fences{false};

  /// The next cluster to run; false if there is none, if the device has no room for it yet, or if none is wanted after
  /// a failure.
  bool take_cluster(std::uint64_t* cluster);
  bool has_clusters() const;
  bool has_failed() const { return failed_block.load() != ~std::uint64_t{0}; }
  /// Whether this cluster need not run any more, since one with an earlier turn has failed.
  bool is_cancelled(std::uint64_t cluster) const;
  /// Whether what this block has done counts: it had its turn before any failure. @param position as in `fail`
  bool counts(std::uint64_t position) const {
    return !has_failed() || turn_of_block(position) <= turn_of_block(failed_block.load());
  }
  /// Whether another cluster may become resident on an OS thread where so many are suspended that do not poll.
  bool may_begin(std::size_t suspended) {
    return has_room(next_cluster.load()) &&
           (config.cooperative || suspended < order.most_suspended());
  }
  /// Most clusters that are resident on the device: the others begin as these end. All blocks of a cooperative grid are
  /// resident.
  std::uint64_t most_resident();
  /// How many of its clusters have begun, and how many of these have ended.
  std::uint64_t begun() const { return std::min(next_cluster.load(), cluster_count); }
  void cluster_ended();
  // Streams that its threads have created; only they may use them.
  void add_stream(cudaStream_t stream);
  void remove_stream(cudaStream_t stream);
  bool has_stream(cudaStream_t stream);
  /// Block of the grid, x fastest, that has this rank in the cluster.
  std::uint64_t block_of(std::uint64_t cluster, unsigned rank) const;
  /// @param position of the failed block: by cluster, then by rank
  void fail(std::uint64_t position, KernelError&& why);

  // The barrier of a cooperative launch.
  std::atomic<std::uint32_t> phase{0};
  /// A block has finished without arriving, so the others wait forever.
  std::atomic<bool> barrier_is_stuck{false};
  void block_arrived();
  void block_finished();
  GridArrivals arrivals();

  OperationPtr operation;  ///< that it is, or a part of

  /// Grids launch grids (device_launch.cpp).
  struct Family {
    Grid* parent;  ///< null: launched by the host
    /// Block of the parent, and how many grids that one had launched before.
    std::pair<std::uint64_t, std::uint64_t> origin;
    Grid* root;          ///< the ancestor that the host has launched
    std::size_t number;  ///< among all of them, from 0, when they are complete
    std::vector<std::unique_ptr<Grid>> children;  ///< guarded by the pool's lock
  };
  Family family{nullptr, {}, this, 0, {}};

  /// What the pool knows of a grid; guarded by the pool's lock. (`complete` may be read without.)
  struct Queueing {
    int users = 0;  ///< OS threads, or places of theirs, that work on it
    std::uint64_t sequence = 0;
    bool finished = false;               ///< its own blocks are
    std::atomic<bool> complete = false;  ///< so are all grids that it has launched
    std::uint64_t incomplete_children = 0;
    std::vector<Grid*> tails;  ///< children that wait for everything else
    std::map<std::pair<std::uint64_t, cudaStream_t>, Grid*> last_in_stream;
    Grid* successor = nullptr;  ///< the next one in the same stream of the same block
    // Launches that may be incomplete, of which a family has a limit.
    std::size_t pending = 0;        ///< of the root: in the whole family
    bool is_counted = false;        ///< among these
    std::size_t counted_below = 0;  ///< grids that it has launched, complete now, and still counted
  };
  Queueing queueing;

  /// What its blocks have done. While they run, its lock guards it.
  struct Results {
    std::mutex mutex;
    FootprintRecorder accesses;  ///< global and constant memory
    KernelError error;           ///< of `failed_block`
    SiteTable sites;
    OtherCounts other_counts;
    std::vector<BlockOutput> output;
    std::vector<LaunchingBlock> launching_blocks;
    /// Null: not requested. Used only by the OS thread that runs the first cluster, without the lock.
    std::unique_ptr<ClusterTrace> trace;
  };
  Results results;

 private:
  bool has_room(std::uint64_t position);
  std::uint64_t turn_of(std::uint64_t cluster) const;
  std::uint64_t turn_of_block(std::uint64_t position) const {
    return turn_of(position / cluster_blocks) * cluster_blocks + position % cluster_blocks;
  }

  /// Of a big grid, the last cluster runs early: an index that goes too far does so there, and the report need not wait
  /// for all others.
  const bool last_is_early_;
  /// The device's: for so many blocks there is room, whatever they need, one on each.
  const std::uint64_t multiprocessors_;
  std::once_flag most_resident_is_known_;
  std::uint64_t most_resident_ = 0;
  std::mutex mutex_;  ///< guards what follows
  std::uint64_t arrived_blocks_ = 0;
  std::uint64_t finished_blocks_ = 0;
  std::set<cudaStream_t> streams_;  ///< that its threads have made
};

/// "(1,2,3)"
std::string triple(std::uint64_t x, std::uint64_t y, std::uint64_t z);
/// The last line of a report: which launch it was.
std::string kernel_text(const LaunchConfig& config);

}  // namespace simt
