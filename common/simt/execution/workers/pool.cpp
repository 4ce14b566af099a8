#include "execution/workers/pool.h"
#include "execution/workers/crash.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "base/process.h"
#include "base/settings.h"
#include "execution/grid/progress.h"
#include "execution/workers/multiprocessor.h"

namespace simt {

Pool& Pool::instance() { return process().part<Pool>(); }

void Pool::run(Grid& grid, const SlowLaunchWatch& watch) {
  std::unique_lock lock(mutex_);
  activate(grid);
  while (!completed_.wait_for(lock, watch.pause(), [&] { return grid.queueing.complete.load(); })) {
    lock.unlock();
    watch.look();
    lock.lock();
  }
}

bool Pool::reserve_pending(Grid& parent, std::size_t limit) {
  const std::lock_guard lock(mutex_);
  std::size_t& pending = parent.family.root->queueing.pending;
  if (pending >= limit) return false;
  ++pending;
  return true;
}

void Pool::launch(Grid& parent, std::unique_ptr<Grid> child, cudaStream_t key) {
  const std::lock_guard lock(mutex_);
  Grid& grid = *child;
  parent.family.children.push_back(std::move(child));
  ++parent.queueing.incomplete_children;
  if (key != nullptr) {
    Grid*& last = parent.queueing.last_in_stream[{grid.family.origin.first, key}];
    Grid* const before = std::exchange(last, &grid);
    if (before != nullptr && !before->queueing.complete) {
      before->queueing.successor = &grid;
      return;
    }
  }
  activate(grid);
}

void Pool::launch_at_end(Grid& parent, std::unique_ptr<Grid> child) {
  const std::lock_guard lock(mutex_);
  parent.queueing.tails.push_back(child.get());
  parent.family.children.push_back(std::move(child));
}

void Pool::activate(Grid& grid) {
  grid.queueing.sequence = ++sequence_;
  const auto later = [](const Grid* a, const Grid* b) {
    return a->config.priority != b->config.priority ? a->config.priority < b->config.priority
                                                    : a->queueing.sequence < b->queueing.sequence;
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

Grid* Pool::join(unsigned number, std::size_t suspended) {
  const std::lock_guard lock(mutex_);
  for (Grid* grid : active_) {
    if (number > 0 && grid->order.is_fixed()) continue;
    if (grid->has_clusters() && grid->may_begin(suspended)) {
      ++grid->queueing.users;
      return grid;
    }
  }
  update_priority();
  return nullptr;
}

void Pool::join_again(Grid& grid) {
  const std::lock_guard lock(mutex_);
  ++grid.queueing.users;
}

void Pool::leave(Grid& grid) {
  const std::lock_guard lock(mutex_);
  if (--grid.queueing.users == 0 && !grid.has_clusters()) finish(grid);
}

/// All blocks of the grid have ended.
void Pool::finish(Grid& grid) {
  active_.erase(std::find(active_.begin(), active_.end(), &grid));
  update_priority();
  grid.queueing.finished = true;
  complete(grid);
}

/// Completes the grid if nothing that it has launched is left to do, and then those that waited for
/// that.
void Pool::complete(Grid& grid) {
  Grid::Queueing& state = grid.queueing;
  if (!state.finished || state.incomplete_children > 0) return;
  if (!state.tails.empty()) {
    Grid& tail = *state.tails.front();
    // All others that it has launched are known to be complete; the last tail takes its own place, too.
    std::size_t& pending = grid.family.root->queueing.pending;
    pending -= std::exchange(state.counted_below, 0);
    if (state.tails.size() == 1 && std::exchange(state.is_counted, false)) --pending;
    state.tails.erase(state.tails.begin());
    ++state.incomplete_children;
    activate(tail);
    return;
  }
  state.complete = true;
  Grid* const parent = grid.family.parent;
  if (parent == nullptr) {
    completed_.notify_all();
    progress().notify();
    return;
  }
  if (state.successor != nullptr) activate(*state.successor);
  --parent->queueing.incomplete_children;
  parent->queueing.counted_below += state.counted_below + (state.is_counted ? 1 : 0);
  complete(*parent);
}

}  // namespace simt
