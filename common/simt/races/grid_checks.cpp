#include "races/grid_checks.h"

#include <tuple>

#include "base/settings.h"

namespace simt {
namespace {

constexpr unsigned kNodesPerChunk = 512;
/// 1 GiB for units that many blocks use in different ways; what is more is not looked at.
constexpr std::size_t kMostChunks = (std::size_t{1} << 30) / sizeof(SlotNode) / kNodesPerChunk;

/// Every launch, and every part of one between two barriers of its grid, has its own.
std::uint32_t next_tag() {
  static std::atomic<std::uint32_t> last{0};
  return ++last;
}

}  // namespace

GridChecks::GridChecks(std::uint64_t block_count, unsigned cluster_blocks)
    : order(cluster_blocks),
      watches_blocks_(settings().check_global && block_count > 1 && block_count < ~0u),
      tag_(next_tag()) {}

void GridChecks::all_met() { tag_ = next_tag(); }

bool GridChecks::note(const BlockRace& race) {
  const std::lock_guard lock(mutex_);
  const auto key = [](const BlockRace& r) {
    return std::tuple(r.second.block, r.first.block, r.address);
  };
  if (race_.found && key(race_) <= key(race)) return false;
  race_ = race;
  last_block_ = race.second.block;
  return true;
}

void GridChecks::note(const UnwrittenRead& read) {
  const std::lock_guard lock(mutex_);
  if (unwritten_.found &&
      std::tuple(unwritten_.block, unwritten_.thread) <= std::tuple(read.block, read.thread)) {
    return;
  }
  unwritten_ = read;
}

SlotNode* GridChecks::new_node() {
  const std::lock_guard lock(mutex_);
  if (free_nodes_ == 0) {
    if (nodes_.size() == kMostChunks) return nullptr;
    nodes_.push_back(std::make_unique<SlotNode[]>(kNodesPerChunk));
    free_nodes_ = kNodesPerChunk;
  }
  return &nodes_.back()[--free_nodes_];
}

}  // namespace simt
