#include "races/grid_checks.h"

#include <algorithm>
#include <tuple>

#include "base/process.h"
#include "base/settings.h"

namespace simt {
namespace {

constexpr unsigned kNodesPerChunk = 512;
/// 1 GiB for units that many blocks use in different ways; what is more is not looked at.
constexpr std::size_t kMostChunks = (std::size_t{1} << 30) / sizeof(SlotNode) / kNodesPerChunk;

/// Every launch, and every part of one between two barriers of its grid, has its own.
struct Tags {
  std::atomic<std::uint32_t> last{0};
};
std::uint32_t next_tag() { return ++process().part<Tags>().last; }

/// Of two blocks that race in several ways, it does not matter which was seen first.
auto key_of(const BlockRace& race) {
  const auto place = [&](const BlockAccess& side) { return race.is_inside() ? nullptr : side.pc; };
  return std::tuple(race.second.block, race.first.block, race.address, place(race.first),
                    place(race.second));
}

}  // namespace

GridChecks::GridChecks(std::uint64_t block_count, unsigned cluster_blocks, unsigned threads)
    : order(cluster_blocks),
      watches_(settings().check_global && block_count * threads > 1 && block_count < ~0u),
      tag_(next_tag()) {}

void GridChecks::all_met() { tag_ = next_tag(); }

void GridChecks::note_surely(const BlockRace& race) {
  if (race_.found && key_of(race_) <= key_of(race)) return;
  race_ = race;
  last_block_ = race.second.block;
}

void GridChecks::note(const BlockRace& race) {
  const std::lock_guard lock(mutex_);
  for (const auto& [read, write] :
       {std::pair(race.first, race.second), std::pair(race.second, race.first)}) {
    if (read.use != Use::kRead || is_plain(write.use)) continue;
    BlockRace& noted = races_of_reads_[read.pc];
    if (!noted.found || key_of(race) < key_of(noted)) noted = race;
    return;
  }
  note_surely(race);
}

void GridChecks::conclude() {
  const std::lock_guard lock(mutex_);
  for (const auto& [pc, race] : races_of_reads_) {
    if (!reads_before_swaps.has_line_of(pc)) note_surely(race);
  }
  races_of_reads_.clear();
}

void GridChecks::note(const UnwrittenRead& read) {
  const std::lock_guard lock(mutex_);
  const auto [entry, is_new] = unwritten_.emplace(read.pc, read);
  UnwrittenRead& first = entry->second;
  if (!is_new && std::tuple(read.block, read.thread) < std::tuple(first.block, first.thread)) {
    first = read;
  }
}

std::vector<UnwrittenRead> GridChecks::unwritten() const {
  std::vector<UnwrittenRead> reads;
  for (const auto& [pc, read] : unwritten_) reads.push_back(read);
  std::stable_sort(reads.begin(), reads.end(), [](const UnwrittenRead& a, const UnwrittenRead& b) {
    return std::tuple(a.block, a.thread) < std::tuple(b.block, b.thread);
  });
  return reads;
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
