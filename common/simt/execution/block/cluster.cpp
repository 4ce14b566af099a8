#include "execution/block/cluster.h"

#include <algorithm>

#include "base/address_map.h"
#include "execution/block/block.h"

namespace simt {
namespace {

/// Bytes that belong to nothing, between any two arrays.
constexpr std::size_t kRedzone = 128;
/// Bank 0 starts here; every array does, so that conflicts do not depend on what is declared
/// before it.
constexpr std::size_t kArrayAlignment = 128;

std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

}  // namespace

Cluster::Cluster(Grid& grid, std::vector<Block*> members)
    : grid_(grid), members_(std::move(members)) {
  const std::size_t dynamic = grid.config.shared_bytes;
  shared_arrays_.reserve(64);
  shared_arrays_.push_back({nullptr, "dynamic shared memory", 0, dynamic, {}});
  shared_used_ = round_up(dynamic + kRedzone, kArrayAlignment);
  for (unsigned rank = 0; rank < size(); ++rank) members_[rank]->begin_grid(grid, *this, rank);
}

const SharedArray& Cluster::shared_array(const void* key, const char* name, std::size_t bytes,
                                         std::size_t alignment, Elements elements) {
  for (const SharedArray& array : shared_arrays_) {
    if (array.key == key) return array;
  }
  const std::size_t offset = round_up(shared_used_, std::max(alignment, kArrayAlignment));
  shared_used_ = offset + bytes + kRedzone;
  static_shared_bytes_ += bytes;
  shared_arrays_.push_back({key, name, offset, bytes, elements});
  has_structs_ |= elements.are_structs();
  for (Block* member : members_) member->shared_array_added(shared_arrays_.back());
  return shared_arrays_.back();
}

void Cluster::declare_dynamic(Elements elements) {
  shared_arrays_[0].elements = elements;
  has_structs_ |= elements.are_structs();
}

Elements Cluster::elements_at(std::size_t offset) const {
  for (const SharedArray& array : shared_arrays_) {
    if (offset - array.offset < array.bytes) return array.elements;
  }
  return {};
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

bool Cluster::proceed() {
  for (;;) {
    if (grid_.is_needless(number_)) {
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
    if (finished_ == size()) return true;
    if (paused) return false;
    if (!busy) {
      if (grid_.failed_block.load() == ~std::uint64_t{0}) return false;
      abandon();  // what they wait for will not come
      return true;
    }
  }
}

void Cluster::abandon() {
  for (Block* member : members_) member->abandon();
}

unsigned Cluster::owner_of(std::uintptr_t address) const {
  unsigned rank = 0;
  while (rank < size() && address - members_[rank]->shared_base() >= kSharedWindow) ++rank;
  return rank;
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
  // Not before: a race that was found until now says more.
  for (const Block* member : members_) {
    if (member->early_access().pc != nullptr) current_block()->fail_early_access(*member);
  }
  if (arrived_ == 0) return;
  arrived_ = 0;
  ++phase_;
  for (Block* member : members_) member->release_group(GroupScope::kCluster);
}

}  // namespace simt
