#include "execution/grid/family.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/symbols.h"
#include "base/trace_event.h"
#include "execution/grid/parameter_names.h"
#include "memory/whereabouts.h"

namespace simt {
namespace {

/// Limit of comparisons; what is not compared by then counts as ordered.
constexpr std::size_t kMaxSteps = 20000000;

/// Bytes that one place of a kernel has used.
struct Used {
  Range range;
  Touch touch;
  const void* pc;
  const Grid* grid;
};

struct Side {
  Touch touch;
  const void* pc;
  const Grid* grid;
};
enum class Kind { kParentAfter, kParentUnordered, kOtherBlock, kSiblings };
struct Race {
  Kind kind;
  std::uintptr_t address;
  Side first, second;
};

bool is_in_tail(const Grid& grid) { return grid.config.stream == cudaStreamTailLaunch; }

/// Two children of one parent, in the order of their launches within a block; neither is in the tail.
bool are_ordered(const Grid& a, const Grid& b) {
  return a.family.origin.first == b.family.origin.first && a.config.stream == b.config.stream &&
         a.config.stream != cudaStreamFireAndForget;
}

/// How an access in the journal of one of the grid's blocks uses memory.
Touch touch_of_entry(const Grid& grid, std::uint64_t site) {
  const Touch touch = touch_of_site(site);
  const bool is_checked = touch == Touch::kRead && grid.checks.cas_reads.contains(pc_of(site));
  return is_checked ? Touch::kCheckedRead : touch;
}

class Family {
 public:
  explicit Family(bool check) : check_(check) {}

  /// All that the grids of a family have used, ascending. What several of them have used at the same place
  /// is the first one's.
  std::vector<Used> uses_of(const std::vector<Grid*>& family, bool* fenced) {
    uses_.resize(family.size());
    fences_.resize(family.size());
    for (std::size_t i = family.size(); i-- > 0;) gather(*family[i]);  // children first
    *fenced = fences_[0];
    return std::move(uses_[0]);
  }

  const std::optional<Race>& race() const { return race_; }

 private:
  bool has_time() { return ++steps_ < kMaxSteps; }

  /// What the grid and all below it have used; its children's are known, and no longer needed.
  void gather(Grid& grid) {
    Footprint own = grid.results.accesses.finish();
    own.mark_checked_reads(grid.checks.cas_reads);
    std::vector<Used> all;
    for (const FootprintPart& part : own.parts) {
      for (const Range& range : part.ranges) all.push_back({range, part.touch, part.pc, &grid});
    }
    bool fences = grid.checks.order.active();
    if (check_ && !grid.family.children.empty()) {
      std::sort(grid.results.launching_blocks.begin(), grid.results.launching_blocks.end(),
                [](const LaunchingBlock& a, const LaunchingBlock& b) { return a.block < b.block; });
      if (!race_) check_siblings(grid);
      for (const auto& child : grid.family.children) check_parent(grid, own, fences, *child);
    }
    for (const auto& child : grid.family.children) {
      const std::vector<Used> below = std::move(uses_[child->family.number]);
      all.insert(all.end(), below.begin(), below.end());
      fences = fences || fences_[child->family.number];
    }
    const auto key = [](const Used& use) {
      return std::tuple(use.range.begin, use.range.end, use.pc, use.touch);
    };
    std::stable_sort(all.begin(), all.end(),
                     [&](const Used& a, const Used& b) { return key(a) < key(b); });
    all.erase(std::unique(all.begin(), all.end(),
                          [&](const Used& a, const Used& b) { return key(a) == key(b); }),
              all.end());
    uses_[grid.family.number] = std::move(all);
    fences_[grid.family.number] = fences;
  }

  /// Calls `visit` for the uses that share bytes with the range.
  template <class Visit>
  void overlapping(const std::vector<Used>& sorted, std::size_t longest, Range range, Visit visit) {
    const std::uintptr_t from = range.begin > longest ? range.begin - longest : 0;
    auto it = std::partition_point(sorted.begin(), sorted.end(),
                                   [&](const Used& use) { return use.range.begin < from; });
    for (; it != sorted.end() && it->range.begin < range.end && has_time(); ++it) {
      if (it->range.end > range.begin) visit(*it);
    }
  }

  /// One child, with all below it, against its parent.
  void check_parent(Grid& parent, const Footprint& own, bool fenced, const Grid& child) {
    const std::vector<Used>& uses = uses_[child.family.number];
    if (is_in_tail(child) || race_ || uses.empty()) return;
    std::size_t longest = 0;
    for (const Used& use : uses) longest = std::max(longest, use.range.end - use.range.begin);
    const auto of_block = std::partition_point(
        parent.results.launching_blocks.begin(), parent.results.launching_blocks.end(),
        [&](const LaunchingBlock& block) { return block.block < child.family.origin.first; });
    const LaunchPoint& point = of_block->launches[child.family.origin.second];
    for (std::size_t i = 0; i < of_block->entries.size() && !race_; ++i) {
      const JournalEntry& entry = of_block->entries[i];
      if (point.comes_after(entry, i)) continue;
      const Side side = {touch_of_entry(parent, entry.site), pc_of(entry.site), &parent};
      const bool is_after = entry.phase > point.phase || entry.thread == point.thread;
      overlapping(uses, longest, {entry.begin, entry.end}, [&](const Used& use) {
        if (race_ || !conflict(side.touch, use.touch)) return;
        race_ = {is_after ? Kind::kParentAfter : Kind::kParentUnordered,
                 std::max(entry.begin, use.range.begin),
                 side,
                 {use.touch, use.pc, use.grid}};
      });
    }
    // Other blocks: only fences could order them. If there are any, the order is not analysed.
    if (fenced || parent.config.cooperative || parent.block_count == 1) return;
    for (const FootprintPart& part : own.parts) {
      for (const Range& range : part.ranges) {
        overlapping(uses, longest, range, [&](const Used& use) {
          if (race_ || !conflict(part.touch, use.touch)) return;
          const std::uintptr_t begin = std::max(range.begin, use.range.begin);
          const std::uintptr_t end = std::min(range.end, use.range.end);
          const std::uintptr_t address = first_of_others(*of_block, part, begin, end);
          if (address == end) return;
          race_ = {Kind::kOtherBlock,
                   address,
                   {part.touch, part.pc, &parent},
                   {use.touch, use.pc, use.grid}};
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

  /// The children of one grid against each other: over all their uses by address, with those that may still
  /// overlap kept in mind.
  void check_siblings(Grid& parent) {
    struct Item {
      const Used* use;
      std::size_t child;
    };
    std::vector<Item> items;
    for (std::size_t i = 0; i < parent.family.children.size(); ++i) {
      if (is_in_tail(*parent.family.children[i])) continue;
      for (const Used& use : uses_[parent.family.children[i]->family.number])
        items.push_back({&use, i});
    }
    std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
      return std::tuple(a.use->range.begin, a.child, a.use->pc) <
             std::tuple(b.use->range.begin, b.child, b.use->pc);
    });
    // Reads do not conflict with reads, nor atomics with atomics.
    std::vector<Item> open[3];
    std::pair<std::size_t, std::size_t> best{~std::size_t{0}, 0};
    for (const Item& item : items) {
      const std::size_t kind = kind_of(item.use->touch);
      for (std::size_t other = 0; other < 3; ++other) {
        if (other == kind && kind != kWrites) continue;
        std::vector<Item>& candidates = open[other];
        std::erase_if(candidates, [&](const Item& earlier) {
          return earlier.use->range.end <= item.use->range.begin;
        });
        for (const Item& earlier : candidates) {
          if (!has_time()) return;
          const auto [a, b] = std::minmax(earlier.child, item.child);
          if (a == b || std::pair(b, a) >= best) continue;
          if (!conflict(earlier.use->touch, item.use->touch)) continue;
          const Grid& first_child = *parent.family.children[a];
          const Grid& second_child = *parent.family.children[b];
          if (are_ordered(first_child, second_child)) continue;
          if (fences_[first_child.family.number] && fences_[second_child.family.number]) continue;
          best = {b, a};
          const Used& first = earlier.child == a ? *earlier.use : *item.use;
          const Used& second = earlier.child == a ? *item.use : *earlier.use;
          race_ = {Kind::kSiblings,
                   item.use->range.begin,
                   {first.touch, first.pc, first.grid},
                   {second.touch, second.pc, second.grid}};
        }
      }
      open[kind].push_back(item);
    }
  }

  static constexpr std::size_t kReads = 0, kWrites = 1, kAtomics = 2;
  static std::size_t kind_of(Touch touch) {
    if (is_read(touch)) return kReads;
    return touch == Touch::kUpdate || touch == Touch::kStrongWrite ? kAtomics : kWrites;
  }

  const bool check_;
  std::size_t steps_ = 0;
  std::vector<std::vector<Used>> uses_;  ///< by the grids' numbers
  std::vector<bool> fences_;
  std::optional<Race> race_;
};

const char* verb_of(Touch touch) {
  return is_read(touch) ? "  read    " : touch == Touch::kUpdate ? "  atomic  " : "  write   ";
}

std::string side_text(const Side& side) {
  return verb_of(side.touch) + source_line(side.pc) + " by " + side.grid->config.name +
         ", launched at " + launch_line(side.grid->config) + "\n";
}

std::string race_text(const Race& race) {
  const bool of_siblings = race.kind == Kind::kSiblings;
  std::string text = of_siblings
                         ? "simt: race between grids that a kernel has launched: both use "
                         : "simt: race between a kernel and a grid that it has launched: both use ";
  const auto note = [&race](std::uintptr_t begin, std::uintptr_t end) {
    return parameter_note(*race.first.grid, begin, end);
  };
  text += global_position(race.address, note) + " and nothing orders them\n" +
          side_text(race.first) + side_text(race.second) + "  advice  ";
  switch (race.kind) {
    case Kind::kParentAfter:
      return text +
             "a kernel never waits for what it launches, which may run at once or when it has "
             "ended: write before the launch, and have a kernel in the tail stream "
             "(cudaStreamTailLaunch) use the results\n";
    case Kind::kParentUnordered:
      return text +
             "a child sees what the launching thread has written before the launch, and other "
             "threads of its block only if a barrier lies between: __syncthreads()\n";
    case Kind::kOtherBlock:
      return text +
             "a child does not wait for the other blocks of the kernel that launches it: launch it "
             "into the tail stream (cudaStreamTailLaunch)\n";
    case Kind::kSiblings:
      return text +
             "grids run at the same time unless one block launches them into one stream: do so, or "
             "launch the second one into the tail stream, or give each bytes of its own\n";
  }
  return text;
}

}  // namespace

std::vector<Grid*> family_of(Grid& grid) {
  std::vector<Grid*> family, left{&grid};
  while (!left.empty()) {
    Grid& next = *left.back();
    left.pop_back();
    next.family.number = family.size();
    family.push_back(&next);
    std::sort(next.family.children.begin(), next.family.children.end(),
              [](const auto& a, const auto& b) { return a->family.origin < b->family.origin; });
    for (auto child = next.family.children.rbegin(); child != next.family.children.rend();
         ++child) {
      left.push_back(child->get());
    }
  }
  return family;
}

Footprint footprint_of(const std::vector<Grid*>& family, bool check, bool* fenced) {
  Grid& first = *family[0];
  if (family.size() == 1) {
    *fenced = first.checks.order.active();
    Footprint footprint = first.results.accesses.finish();
    footprint.mark_checked_reads(first.checks.cas_reads);
    return footprint;
  }
  Family checked(check);
  const std::vector<Used> uses = checked.uses_of(family, fenced);
  if (checked.race()) {
    first.results.error = {
        cudaErrorLaunchFailure,
        race_text(*checked.race()) + kernel_text(first.config) + race_note("SIMT_CHECK_STREAMS")};
  }
  std::map<std::pair<Touch, const void*>, std::vector<Range>> parts;
  for (const Used& use : uses) parts[{use.touch, use.pc}].push_back(use.range);
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

}  // namespace simt
