#include "races/grid_checks.h"

#include <algorithm>
#include <tuple>

#include "base/process.h"
#include "base/settings.h"

namespace simt {
namespace {

constexpr unsigned kNodesPerChunk = 512;
/// 1 GiB for units that many blocks use in different ways; further uses are not checked.
constexpr std::size_t kMaxChunks = (std::size_t{1} << 30) / sizeof(SlotNode) / kNodesPerChunk;

/// Every launch, and every part of one between two grid barriers, has its own.
struct Tags {
  std::atomic<std::uint32_t> last{0};
};
std::uint32_t next_tag() { return ++process().part<Tags>().last; }

/// An order of races that does not depend on the schedule.
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

void GridChecks::grid_barrier() { tag_ = next_tag(); }

void GridChecks::keep_first(const BlockRace& race) {
  if (race_.found && key_of(race_) <= key_of(race)) return;
  race_ = race;
  last_block_ = race.second.block;
}

void GridChecks::record(const BlockRace& race) {
  const std::lock_guard lock(mutex_);
  for (const auto& [read, write] :
       {std::pair(race.first, race.second), std::pair(race.second, race.first)}) {
    if (read.use != Use::kRead || is_plain(write.use)) continue;
    BlockRace& recorded = races_of_reads_[read.pc];
    if (!recorded.found || key_of(race) < key_of(recorded)) recorded = race;
    return;
  }
  keep_first(race);
}

void GridChecks::conclude() {
  const std::lock_guard lock(mutex_);
  for (const auto& [pc, race] : races_of_reads_) {
    if (!cas_reads.has_line_of(pc)) keep_first(race);
  }
  races_of_reads_.clear();
}

void GridChecks::record(const UnwrittenRead& read) {
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
    if (nodes_.size() == kMaxChunks) return nullptr;
    nodes_.push_back(std::make_unique<SlotNode[]>(kNodesPerChunk));
    free_nodes_ = kNodesPerChunk;
  }
  return &nodes_.back()[--free_nodes_];
}

}  // namespace simt
