#include "execution/block/pool.h"
#include "execution/block/crash.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "base/process.h"
#include "base/settings.h"
#include "execution/block/multiprocessor.h"
#include "execution/grid/progress.h"

namespace simt {

Pool& Pool::instance() { return process().part<Pool>(); }

void Pool::run(Grid& grid, const SlowLaunchWatch& watch) {
  std::unique_lock lock(mutex_);
  activate(grid);
  while (!completed_.wait_for(lock, watch.pause(), [&] { return grid.complete; })) {
    lock.unlock();
    watch.look();
    lock.lock();
  }
}

bool Pool::reserve_pending(Grid& parent, std::size_t limit) {
  const std::lock_guard lock(mutex_);
  Grid& root = *parent.root;
  if (root.pending >= limit) return false;
  ++root.pending;
  return true;
}

void Pool::launch(Grid& parent, std::unique_ptr<Grid> child, cudaStream_t key) {
  const std::lock_guard lock(mutex_);
  Grid& grid = *child;
  parent.children.push_back(std::move(child));
  ++parent.incomplete_children;
  if (key != nullptr) {
    Grid*& last = parent.last_in_stream[{grid.origin.first, key}];
    Grid* const before = last;
    last = &grid;
    if (before != nullptr && !before->complete) {
      before->successor = &grid;
      return;
    }
  }
  activate(grid);
}

void Pool::launch_at_end(Grid& parent, std::unique_ptr<Grid> child) {
  const std::lock_guard lock(mutex_);
  parent.tails.push_back(child.get());
  parent.children.push_back(std::move(child));
}

void Pool::activate(Grid& grid) {
  grid.sequence = ++sequence_;
  const auto later = [](const Grid* a, const Grid* b) {
    return a->config.priority != b->config.priority ? a->config.priority < b->config.priority
                                                    : a->sequence < b->sequence;
  };
  active_.insert(std::upper_bound(active_.begin(), active_.end(), &grid, later), &grid);
  update_priority();
  start_threads(grid.order.is_fixed() ? 1 : grid.cluster_count);
  progress().notify();
}

/// As many OS threads as all active grids can keep busy.
void Pool::start_threads(std::uint64_t wanted) {
  for (const Grid* grid : active_) {
    wanted += grid->cluster_count - std::min(grid->next_cluster.load(), grid->cluster_count);
  }
  while (threads_ < settings().workers && static_cast<std::uint64_t>(threads_) < wanted) {
    const unsigned number = static_cast<unsigned>(threads_++);
    std::thread([this, number] {
      use_crash_stack();
      Multiprocessor(*this, number).serve();
    }).detach();
  }
}

void Pool::update_priority() {
  int best = kNoPriority;
  for (const Grid* grid : active_) {
    if (grid->has_clusters()) best = std::min(best, grid->config.priority);
  }
  best_priority_ = best;
}

Grid* Pool::join(unsigned number, std::size_t waiting) {
  const std::lock_guard lock(mutex_);
  for (Grid* grid : active_) {
    if (number > 0 && grid->order.is_fixed()) continue;
    if (grid->has_clusters() && grid->may_begin(waiting)) {
      ++grid->users;
      return grid;
    }
  }
  update_priority();
  return nullptr;
}

void Pool::join_again(Grid& grid) {
  const std::lock_guard lock(mutex_);
  ++grid.users;
}

void Pool::leave(Grid& grid) {
  const std::lock_guard lock(mutex_);
  if (--grid.users == 0 && !grid.has_clusters()) finish(grid);
}

/// All blocks of the grid have ended.
void Pool::finish(Grid& grid) {
  active_.erase(std::find(active_.begin(), active_.end(), &grid));
  update_priority();
  grid.finished = true;
  complete(grid);
}

/// Completes the grid if nothing that it has launched is left to do, and then those that waited for
/// that.
void Pool::complete(Grid& grid) {
  if (!grid.finished || grid.incomplete_children > 0) return;
  if (!grid.tails.empty()) {
    Grid& tail = *grid.tails.front();
    // All others that it has launched are known to be complete; the last tail takes its own place, too.
    grid.root->pending -= std::exchange(grid.counted_below, 0);
    if (grid.tails.size() == 1 && std::exchange(grid.is_counted, false)) --grid.root->pending;
    grid.tails.erase(grid.tails.begin());
    ++grid.incomplete_children;
    activate(tail);
    return;
  }
  grid.complete = true;
  if (grid.parent == nullptr) {
    completed_.notify_all();
    progress().notify();
    return;
  }
  if (grid.successor != nullptr) activate(*grid.successor);
  --grid.parent->incomplete_children;
  grid.parent->counted_below += grid.counted_below + (grid.is_counted ? 1 : 0);
  complete(*grid.parent);
}

}  // namespace simt
