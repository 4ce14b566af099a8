#include "execution/block/cluster.h"

#include <algorithm>
#include <utility>

#include "execution/block/block.h"

namespace simt {
namespace {

std::vector<ClusterBlock> as_others_see(const std::vector<Block*>& members) {
  std::vector<ClusterBlock> blocks;
  blocks.reserve(members.size());
  for (Block* member : members) {
    blocks.push_back({member->identity(), member->threads(), member->watch()});
  }
  return blocks;
}

}  // namespace

Cluster::Cluster(Grid& grid, std::vector<Block*> members)
    : ClusterBlocks(as_others_see(members), grid.config.shared_bytes),
      grid_(grid),
      members_(std::move(members)) {
  for (unsigned rank = 0; rank < size(); ++rank) members_[rank]->begin_grid(grid, *this, rank);
}

const SharedArray& Cluster::add_shared(const void* key, const char* name, std::size_t bytes,
                                       std::size_t alignment, Elements elements) {
  const SharedArray& array = shared().add(key, name, bytes, alignment, elements);
  for (Block* member : members_) member->shared_memory().array_added(array);
  return array;
}

void Cluster::begin(std::uint64_t number) {
  number_ = number;
  arrived_ = finished_ = 0;
  for (Block* member : members_) member->begin_block(number);
}

bool Cluster::can_proceed() const {
  if (grid_.failed_block.load() != ~std::uint64_t{0}) return true;  // to be abandoned, maybe
  for (Block* member : members_) {
    if (member->can_proceed()) return true;
  }
  return false;
}

bool Cluster::is_polling() const {
  return std::all_of(members_.begin(), members_.end(), [](Block* member) {
    return !member->can_proceed() || member->polled().is_known();
  });
}

bool Cluster::is_spinning() const {
  return is_polling() && std::none_of(members_.begin(), members_.end(), [](Block* member) {
           return member->can_proceed() && member->polled().has_changed();
         });
}

bool Cluster::proceed() {
  for (;;) {
    if (grid_.is_cancelled(number_)) {
      abandon();
      return true;
    }
    bool busy = false, paused = false;
    for (unsigned i = 0; i < size(); ++i) {
      Block* const member = members_[grid_.order.nth(i, size())];
      if (!member->can_proceed()) continue;
      busy = true;
      member->proceed();
      if (member->state() == Block::State::kFailed) {
        abandon();
        return true;
      }
      paused |= member->state() == Block::State::kPaused;
    }
    if (finished_ == size()) {
      grid_.cluster_ended();
      return true;
    }
    if (paused) return false;
    if (!busy) {
      if (grid_.failed_block.load() == ~std::uint64_t{0}) return false;
      abandon();  // what they wait for will never arrive
      return true;
    }
  }
}

void Cluster::abandon() {
  for (Block* member : members_) member->abandon();
}

void Cluster::block_arrived() {
  ++arrived_;
  if (arrived_ + finished_ == size()) end_phase();
}

void Cluster::block_finished() {
  ++finished_;
  if (arrived_ + finished_ == size()) end_phase();
}

/// All blocks have arrived at the barrier, or have finished.
void Cluster::end_phase() {
  // Not earlier: a race that is found until now explains more.
  for (Block* member : members_) {
    member->watch().check_cluster_start();
  }
  if (arrived_ == 0) return;
  arrived_ = 0;
  ++phase_;
  for (Block* member : members_) member->groups().release(GroupScope::kCluster);
}

}  // namespace simt
