// Races in a family of grids: a parent's blocks, what they have launched, and when.
#include "races/family_check.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <tuple>
#include <utility>
#include <vector>

namespace simt {
namespace {

using Kind = FamilyRace::Kind;

const void* line(std::uintptr_t number) { return reinterpret_cast<const void*>(number); }

std::uint64_t site(Op op, std::uintptr_t line_number) {
  return site_of(event_key(0, line(line_number), Access(op, Space::kGlobal, 4)));
}

/// A grid of two blocks with what it has used, and the grids that it launches.
struct Member {
  LaunchConfig config{};
  GridChecks checks{2, 1, 32};
  FootprintRecorder accesses;
  std::vector<LaunchingBlock> launching_blocks;
  std::vector<std::size_t> children;
  std::pair<std::uint64_t, std::uint64_t> origin;

  /// A word, used at the line.
  void uses(Op op, std::uintptr_t address, std::uintptr_t line_number) {
    accesses.add(site(op, line_number), address, address + 4);
  }
};

class Family {
 public:
  Family() { members_.emplace_back(); }
  Member& parent() { return members_[0]; }
  /// A grid that thread 0 of the block launches. @param by number of the launching grid
  Member& launch(cudaStream_t stream = nullptr, std::uint64_t block = 0, std::size_t by = 0) {
    LaunchingBlock& from = block_of(members_[by], block);
    members_[by].children.push_back(members_.size());
    Member& child = members_.emplace_back();
    child.config.stream = stream;
    child.origin = {block, from.launches.size()};
    from.launches.push_back({from.entries.size(), phase_, 0});
    return child;
  }
  /// A thread of the parent's block 0 uses a word.
  void parent_uses(Op op, std::uintptr_t address, std::uintptr_t line_number, int thread = 0) {
    parent().uses(op, address, line_number);
    block_of(parent(), 0)
        .entries.push_back({site(op, line_number), address, address + 4, phase_,
                            static_cast<std::int16_t>(thread), 0, 0});
  }
  void barrier() { ++phase_; }
  FamilyUses uses(bool check = true) {
    std::vector<FamilyGrid> grids;
    for (Member& member : members_) {
      grids.push_back({member.config, 2, member.origin, member.children, member.checks,
                       member.accesses, member.launching_blocks});
    }
    return uses_of_family(grids, check);
  }

 private:
  static LaunchingBlock& block_of(Member& member, std::uint64_t block) {
    for (LaunchingBlock& known : member.launching_blocks) {
      if (known.block == block) return known;
    }
    return member.launching_blocks.emplace_back(LaunchingBlock{block, {}, {}});
  }

  std::deque<Member> members_;
  std::uint32_t phase_ = 0;
};

constexpr std::uintptr_t kWord = 0x10'0000'0000;

void expect_race(const FamilyUses& uses, Kind kind, std::uintptr_t first, std::uintptr_t second) {
  ASSERT_TRUE(uses.race.has_value());
  EXPECT_EQ(uses.race->kind, kind);
  EXPECT_EQ(uses.race->address, kWord);
  EXPECT_EQ(uses.race->first.pc, line(first));
  EXPECT_EQ(uses.race->second.pc, line(second));
}

TEST(FamilyCheck, WhatTheLaunchingThreadDoesBeforeTheLaunchHappensBefore) {
  Family family;
  family.parent_uses(Op::kStore, kWord, 1);
  family.launch().uses(Op::kLoad, kWord, 2);
  EXPECT_FALSE(family.uses().race.has_value());
}

TEST(FamilyCheck, WhatItDoesAfterTheLaunchIsUnordered) {
  Family family;
  Member& child = family.launch();
  family.parent_uses(Op::kLoad, kWord, 1);
  child.uses(Op::kStore, kWord, 2);
  const FamilyUses uses = family.uses();
  expect_race(uses, Kind::kParentAfter, 1, 2);
  EXPECT_EQ(uses.race->first.grid, 0u);
  EXPECT_EQ(uses.race->second.grid, 1u);
}

TEST(FamilyCheck, AnotherThreadNeedsABarrier) {
  for (const bool has_barrier : {false, true}) {
    Family family;
    family.parent_uses(Op::kStore, kWord, 1, 7);
    if (has_barrier) family.barrier();
    family.launch().uses(Op::kLoad, kWord, 2);
    const FamilyUses uses = family.uses();
    if (has_barrier) {
      EXPECT_FALSE(uses.race.has_value());
    } else {
      expect_race(uses, Kind::kParentUnordered, 1, 2);
    }
  }
}

TEST(FamilyCheck, AnotherBlockIsUnorderedEvenIfItUsesTheSameLine) {
  Family family;
  family.parent_uses(Op::kStore, kWord + 4, 1);  // by the launching block
  family.parent().uses(Op::kStore, kWord, 1);    // by the other one
  Member& child = family.launch();
  child.uses(Op::kLoad, kWord, 2);
  child.uses(Op::kLoad, kWord + 4, 2);
  expect_race(family.uses(), Kind::kOtherBlock, 1, 2);
}

TEST(FamilyCheck, ATailComesAfterAll) {
  Family family;
  Member& tail = family.launch(cudaStreamTailLaunch);
  family.parent_uses(Op::kStore, kWord, 1);
  family.launch().uses(Op::kStore, kWord, 2);
  tail.uses(Op::kLoad, kWord, 3);
  EXPECT_FALSE(family.uses().race.has_value());
}

TEST(FamilyCheck, SiblingsAreOrderedInOneStreamOfOneBlock) {
  for (const auto& [second_block, stream, is_race] :
       {std::tuple<std::uint64_t, cudaStream_t, bool>{0, nullptr, false},
        {1, nullptr, true},
        {0, cudaStreamFireAndForget, true}}) {
    Family family;
    family.launch(stream).uses(Op::kStore, kWord, 1);
    family.launch(stream, second_block).uses(Op::kStore, kWord, 2);
    const FamilyUses uses = family.uses();
    EXPECT_EQ(uses.race.has_value(), is_race);
    if (is_race) expect_race(uses, Kind::kSiblings, 1, 2);
  }
}

TEST(FamilyCheck, ReadsAndAtomicsAreNoRaces) {
  for (const Op op : {Op::kLoad, Op::kAtomic}) {
    Family family;
    family.launch().uses(op, kWord, 1);
    family.launch(nullptr, 1).uses(op, kWord, 2);
    EXPECT_FALSE(family.uses().race.has_value());
  }
}

TEST(FamilyCheck, ADescendantIsAsUnorderedAsTheChildThatHasLaunchedIt) {
  Family family;
  family.launch();
  family.launch(nullptr, 0, 1).uses(Op::kStore, kWord, 2);
  family.parent_uses(Op::kLoad, kWord, 1);
  const FamilyUses uses = family.uses();
  expect_race(uses, Kind::kParentAfter, 1, 2);
  EXPECT_EQ(uses.race->second.grid, 2u);
}

TEST(FamilyCheck, TheFootprintIsThatOfAll) {
  Family family;
  family.parent_uses(Op::kLoad, kWord, 1);
  family.launch().uses(Op::kStore, kWord, 2);
  family.launch(nullptr, 1).uses(Op::kStore, kWord + 4, 2);
  const FamilyUses uses = family.uses(false);
  EXPECT_FALSE(uses.race.has_value());
  ASSERT_EQ(uses.footprint.parts.size(), 2u);
  EXPECT_EQ(uses.footprint.parts[1].pc, line(2));
  EXPECT_EQ(uses.footprint.parts[1].ranges, (std::vector<Range>{{kWord, kWord + 8}}));
  EXPECT_FALSE(uses.footprint.fenced);
}

}  // namespace
}  // namespace simt
