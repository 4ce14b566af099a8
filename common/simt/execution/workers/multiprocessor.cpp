#include "execution/workers/multiprocessor.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "base/settings.h"
#include "execution/block/block.h"
#include "execution/block/cluster.h"
#include "execution/grid/progress.h"
#include "execution/workers/pool.h"

namespace simt {
namespace {

/// An OS thread whose blocks all spin sleeps, so that the core is free for others: exponential backoff, up to about a
/// millisecond.
constexpr std::chrono::microseconds kShortestPause(20);
constexpr unsigned kMaxDoublings = 6;
/// In one round of so many, spinning blocks run, too; where many wait, in fewer.
constexpr std::size_t kPollingRounds = 16, kWaitingPerRound = 8;
/// Where more wait than this, several blocks begin before the others have their turn: at a barrier made of a counter,
/// each that begins changes the word that all look at.
constexpr std::size_t kWaitingPerBegun = 64;

}  // namespace

Multiprocessor::Multiprocessor(Pool& pool, unsigned index) : Residency(index), pool_(pool) {}
Multiprocessor::~Multiprocessor() = default;

void Multiprocessor::serve() {
  for (;;) {
    const std::uint64_t seen = simt::progress().version();
    set_busy(true);
    Grid* const grid = pool_.join(number, suspended());
    if (grid != nullptr) run_clusters(*grid);
    const Round round = run_round();
    if (round == Round::kSpinning) {
      const unsigned doublings = std::min(polling_rounds_, kMaxDoublings);
      simt::progress().wait_for_block(seen, kShortestPause * (1u << doublings));
    } else if (round == Round::kIdle && grid == nullptr) {
      set_busy(false);
      simt::progress().wait(seen);
    }
  }
}

void Multiprocessor::run_clusters(Grid& grid) {
  std::unique_ptr<Cluster> cluster = make_cluster(grid);
  std::uint64_t next = 0;
  while (!pool_.has_better(grid) && grid.take_cluster(&next)) {
    record_progress();
    cluster->begin(next);
    if (cluster->proceed()) continue;
    // It waits for another block, which may not have started yet.
    pool_.join_again(grid);
    waiting_.push_back(std::move(cluster));
    // In a random order it may only have made room: for blocks that have not started yet.
    if (++begun_since_round_ > waiting_.size() / kWaitingPerBegun) {
      run_round(grid.order.order == Order::kRandom ? waiting_.back().get() : nullptr);
    }
    if (!grid.may_begin(suspended())) {
      pool_.leave(grid);
      return;
    }
    cluster = make_cluster(grid);
  }
  end_cluster(std::move(cluster));
}

/// Runs every suspended cluster that can proceed for a time slice. Every second round begins with the newest: where
/// each cluster waits for the next one, all of them end in one round. Most rounds skip clusters that spin on unchanged
/// words.
/// @param resting does not run
Multiprocessor::Round Multiprocessor::run_round(const Cluster* resting) {
  // Clusters that may never proceed have to run, so that the livelock check can see them repeat their state.
  const bool is_overdue = seconds_without_progress() > settings().timeout_seconds / 2;
  const std::size_t count = waiting_.size();
  const bool all_look =
      is_overdue || polling_rounds_ % std::max(kPollingRounds, count / kWaitingPerRound) == 0;
  bool busy = false, ended = false, spinning = true;
  begun_since_round_ = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::unique_ptr<Cluster>& cluster = waiting_[newest_first_ ? count - 1 - i : i];
    if (cluster.get() == resting || !cluster->can_proceed()) continue;
    busy = true;
    if (!all_look && cluster->is_spinning()) continue;
    if (!cluster->proceed()) {
      spinning &= cluster->is_polling();
      continue;
    }
    if (!cluster->grid().has_failed()) record_progress();
    end_cluster(std::move(cluster));
    ended = true;
  }
  // They may wait for blocks of an OS thread that is not scheduled.
  if (busy && !ended) std::this_thread::yield();
  std::erase(waiting_, nullptr);
  newest_first_ = !waiting_.empty() && newest_first_ != busy;
  spinning &= busy && !ended && !is_overdue;
  polling_rounds_ = spinning ? polling_rounds_ + 1 : 0;
  return spinning ? Round::kSpinning : busy ? Round::kBusy : Round::kIdle;
}

/// Those that have only polled in their last slice are not among them: what they wait for may not have begun. (A
/// browser has no room for their stacks.)
std::size_t Multiprocessor::suspended() const {
#if defined(__wasm__)
  return waiting_.size();
#endif
  return static_cast<std::size_t>(
      std::count_if(waiting_.begin(), waiting_.end(),
                    [](const auto& cluster) { return !cluster->is_polling(); }));
}

bool Multiprocessor::has_others(const ClusterBlocks& cluster) const {
  return pool_.has_work() ||
         std::any_of(waiting_.begin(), waiting_.end(), [&](const auto& waiting) {
           return waiting != nullptr && waiting.get() != &cluster;
         });
}

std::unique_ptr<Cluster> Multiprocessor::make_cluster(Grid& grid) {
  std::vector<Block*> members;
  for (unsigned rank = 0; rank < grid.cluster_blocks; ++rank) {
    if (free_places_.empty()) {
      places_.push_back(std::make_unique<Block>(*this));
      free_places_.push_back(places_.back().get());
    }
    members.push_back(free_places_.back());
    free_places_.pop_back();
  }
  return std::make_unique<Cluster>(grid, std::move(members));
}

void Multiprocessor::end_cluster(std::unique_ptr<Cluster> cluster) {
  Grid& grid = cluster->grid();
  for (unsigned rank = cluster->size(); rank-- > 0;) {
    cluster->member(rank).end_grid();
    free_places_.push_back(&cluster->member(rank));
  }
  pool_.leave(grid);
}

}  // namespace simt
