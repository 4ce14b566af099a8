#include "races/family_check.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/range.h"
#include "base/trace_event.h"

namespace simt {
namespace {

using Kind = FamilyRace::Kind;

/// Limit of comparisons; what is not compared by then counts as ordered.
constexpr std::size_t kMaxSteps = 20000000;

/// Bytes that one place of a kernel has used.
struct Used {
  Range range;
  FamilyAccess by;
};
/// They are sorted by this. What several grids have used at the same place is the first one's.
auto key_of(const Used& use) {
  return std::tuple(use.range.begin, use.range.end, use.by.pc, use.by.touch);
}

bool is_in_tail(const FamilyGrid& grid) { return grid.config.stream == cudaStreamTailLaunch; }

/// Two children of one parent, in the order of their launches within a block; neither is in the tail.
bool are_ordered(const FamilyGrid& a, const FamilyGrid& b) {
  return a.origin.first == b.origin.first && a.config.stream == b.config.stream &&
         a.config.stream != cudaStreamFireAndForget;
}

/// How an access in the journal of one of the grid's blocks uses memory.
Touch touch_of_entry(const FamilyGrid& grid, std::uint64_t site) {
  const Touch touch = touch_of_site(site);
  const bool is_checked = touch == Touch::kRead && grid.checks.cas_reads.contains(pc_of(site));
  return is_checked ? Touch::kCheckedRead : touch;
}

Footprint own_footprint(const FamilyGrid& grid) {
  Footprint footprint = grid.accesses.finish();
  footprint.mark_checked_reads(grid.checks.cas_reads);
  footprint.fenced = grid.checks.order.active();
  return footprint;
}

/// Makes a footprint of all uses.
Footprint join(const std::vector<Used>& uses) {
  std::map<std::pair<Touch, const void*>, std::vector<Range>> parts;
  for (const Used& use : uses) parts[{use.by.touch, use.by.pc}].push_back(use.range);
  Footprint footprint;
  for (auto& [key, ranges] : parts) {
    std::sort(ranges.begin(), ranges.end(),
              [](const Range& a, const Range& b) { return a.begin < b.begin; });
    std::vector<Range> joined;
    for (const Range& range : ranges) {
      if (!joined.empty() && range.begin <= joined.back().end) {
        joined.back().end = std::max(joined.back().end, range.end);
      } else {
        joined.push_back(range);
      }
    }
    footprint.add(key.first, key.second, std::move(joined));
  }
  return footprint;
}

class FamilyCheck {
 public:
  FamilyCheck(const std::vector<FamilyGrid>& family, bool check)
      : family_(family), check_(check), uses_(family.size()), fenced_(family.size()) {}

  FamilyUses run() {
    for (std::size_t i = family_.size(); i-- > 0;) gather(i);  // children first
    FamilyUses result{join(uses_[0]), race_};
    result.footprint.fenced = fenced_[0];
    return result;
  }

 private:
  bool has_time() { return ++steps_ < kMaxSteps; }

  /// What the grid and all below it have used; its children's are known, and no longer needed.
  void gather(std::size_t number) {
    const FamilyGrid& grid = family_[number];
    const Footprint own = own_footprint(grid);
    std::vector<Used> all;
    for (const FootprintPart& part : own.parts) {
      for (const Range& range : part.ranges) all.push_back({range, {part.touch, part.pc, number}});
    }
    if (check_ && !grid.children.empty()) {
      std::sort(grid.launching_blocks.begin(), grid.launching_blocks.end(),
                [](const LaunchingBlock& a, const LaunchingBlock& b) { return a.block < b.block; });
      check_siblings(grid);
      for (const std::size_t child : grid.children) check_parent(number, own, child);
    }
    bool fenced = own.fenced;
    for (const std::size_t child : grid.children) {
      const std::vector<Used> below = std::move(uses_[child]);
      all.insert(all.end(), below.begin(), below.end());
      fenced = fenced || fenced_[child];
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Used& a, const Used& b) { return key_of(a) < key_of(b); });
    all.erase(std::unique(all.begin(), all.end(),
                          [](const Used& a, const Used& b) { return key_of(a) == key_of(b); }),
              all.end());
    uses_[number] = std::move(all);
    fenced_[number] = fenced;
  }

  /// A child's uses, to look up those that share bytes with a range.
  struct Lookup {
    const std::vector<Used>& sorted;
    std::size_t longest = 0;

    explicit Lookup(const std::vector<Used>& uses) : sorted(uses) {
      for (const Used& use : uses) longest = std::max(longest, use.range.end - use.range.begin);
    }
  };
  template <class Visit>
  void overlapping(const Lookup& uses, Range range, Visit visit) {
    const std::uintptr_t from = range.begin > uses.longest ? range.begin - uses.longest : 0;
    auto it = std::partition_point(uses.sorted.begin(), uses.sorted.end(),
                                   [&](const Used& use) { return use.range.begin < from; });
    for (; it != uses.sorted.end() && it->range.begin < range.end && has_time(); ++it) {
      if (it->range.end > range.begin) visit(*it);
    }
  }

  /// One child, with all below it, against its parent.
  void check_parent(std::size_t number, const Footprint& own, std::size_t child_number) {
    const FamilyGrid &parent = family_[number], &child = family_[child_number];
    if (is_in_tail(child) || race_ || uses_[child_number].empty()) return;
    const Lookup uses(uses_[child_number]);
    const auto block = std::partition_point(
        parent.launching_blocks.begin(), parent.launching_blocks.end(),
        [&](const LaunchingBlock& other) { return other.block < child.origin.first; });
    check_launching_block(number, *block, block->launches[child.origin.second], uses);
    // Other blocks: only fences could order them. If there are any, the order is not analysed.
    if (own.fenced || parent.config.cooperative || parent.block_count == 1) return;
    check_other_blocks(number, own, *block, uses);
  }

  void check_launching_block(std::size_t parent, const LaunchingBlock& block,
                             const LaunchPoint& point, const Lookup& uses) {
    for (std::size_t i = 0; i < block.entries.size() && !race_; ++i) {
      const JournalEntry& entry = block.entries[i];
      if (point.comes_after(entry, i)) continue;
      const FamilyAccess first = {touch_of_entry(family_[parent], entry.site), pc_of(entry.site),
                                  parent};
      const bool is_after = entry.phase > point.phase || entry.thread == point.thread;
      overlapping(uses, {entry.begin, entry.end}, [&](const Used& use) {
        if (race_ || !conflict(first.touch, use.by.touch)) return;
        race_ = {is_after ? Kind::kParentAfter : Kind::kParentUnordered,
                 std::max(entry.begin, use.range.begin), first, use.by};
      });
    }
  }

  void check_other_blocks(std::size_t parent, const Footprint& own, const LaunchingBlock& block,
                          const Lookup& uses) {
    for (const FootprintPart& part : own.parts) {
      for (const Range& range : part.ranges) {
        overlapping(uses, range, [&](const Used& use) {
          if (race_ || !conflict(part.touch, use.by.touch)) return;
          const std::uintptr_t begin = std::max(range.begin, use.range.begin);
          const std::uintptr_t end = std::min(range.end, use.range.end);
          const std::uintptr_t address = first_of_others(block, part, begin, end);
          if (address == end) return;
          race_ = {Kind::kOtherBlock, address, {part.touch, part.pc, parent}, use.by};
        });
      }
    }
  }

  /// The first address in [begin, end) that the block itself has not used at this place; end: none.
  std::uintptr_t first_of_others(const LaunchingBlock& block, const FootprintPart& part,
                                 std::uintptr_t begin, std::uintptr_t end) {
    steps_ += block.entries.size();
    std::vector<Range> own;
    for (const JournalEntry& entry : block.entries) {
      const Touch touch = touch_of_site(entry.site);
      const bool is_same =
          touch == part.touch || (touch == Touch::kRead && part.touch == Touch::kCheckedRead);
      if (entry.begin < end && entry.end > begin && pc_of(entry.site) == part.pc && is_same) {
        own.push_back({entry.begin, entry.end});
      }
    }
    std::sort(own.begin(), own.end(),
              [](const Range& a, const Range& b) { return a.begin < b.begin; });
    for (const Range& range : own) {
      if (range.begin > begin) return begin;
      begin = std::max(begin, range.end);
    }
    return std::min(begin, end);
  }

  struct ChildUse {
    const Used* use;
    std::size_t child;  ///< its place among the children
  };

  /// The children of one grid against each other: over all their uses by address, with those that may still
  /// overlap kept in mind.
  void check_siblings(const FamilyGrid& parent) {
    if (race_) return;
    // Reads do not conflict with reads, nor atomics with atomics.
    std::vector<ChildUse> open[3];
    std::pair<std::size_t, std::size_t> best{~std::size_t{0}, 0};
    for (const ChildUse& later : sorted_uses(parent)) {
      const std::size_t kind = kind_of(later.use->by.touch);
      for (std::size_t other = 0; other < 3; ++other) {
        if (other == kind && kind != kWrites) continue;
        std::vector<ChildUse>& candidates = open[other];
        std::erase_if(candidates, [&](const ChildUse& earlier) {
          return earlier.use->range.end <= later.use->range.begin;
        });
        for (const ChildUse& earlier : candidates) {
          if (!has_time()) return;
          const auto [a, b] = std::minmax(earlier.child, later.child);
          if (a == b || std::pair(b, a) >= best) continue;
          if (!conflict(earlier.use->by.touch, later.use->by.touch)) continue;
          if (are_ordered_siblings(parent.children[a], parent.children[b])) continue;
          best = {b, a};
          const bool is_first = earlier.child == a;
          race_ = {Kind::kSiblings, later.use->range.begin,
                   is_first ? earlier.use->by : later.use->by,
                   is_first ? later.use->by : earlier.use->by};
        }
      }
      open[kind].push_back(later);
    }
  }

  std::vector<ChildUse> sorted_uses(const FamilyGrid& parent) const {
    std::vector<ChildUse> all;
    for (std::size_t i = 0; i < parent.children.size(); ++i) {
      if (is_in_tail(family_[parent.children[i]])) continue;
      for (const Used& use : uses_[parent.children[i]]) all.push_back({&use, i});
    }
    std::sort(all.begin(), all.end(), [](const ChildUse& a, const ChildUse& b) {
      return std::tuple(a.use->range.begin, a.child, a.use->by.pc) <
             std::tuple(b.use->range.begin, b.child, b.use->by.pc);
    });
    return all;
  }

  /// If both have fences, their order is not analysed.
  bool are_ordered_siblings(std::size_t a, std::size_t b) const {
    return are_ordered(family_[a], family_[b]) || (fenced_[a] && fenced_[b]);
  }

  static constexpr std::size_t kReads = 0, kWrites = 1, kAtomics = 2;
  static std::size_t kind_of(Touch touch) {
    if (is_read(touch)) return kReads;
    return touch == Touch::kUpdate || touch == Touch::kStrongWrite ? kAtomics : kWrites;
  }

  const std::vector<FamilyGrid>& family_;
  const bool check_;
  std::size_t steps_ = 0;
  std::vector<std::vector<Used>> uses_;  ///< by grid, with its descendants'
  std::vector<bool> fenced_;             ///< the same
  std::optional<FamilyRace> race_;
};

}  // namespace

FamilyUses uses_of_family(const std::vector<FamilyGrid>& family, bool check) {
  if (family.size() == 1) return {own_footprint(family[0]), std::nullopt};
  return FamilyCheck(family, check).run();
}

}  // namespace simt
