// How the events of 32 lanes become the requests of a warp.
#include "counters/replay.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "recorded.h"

namespace simt {
namespace {

// ---- which lanes go together ----

TEST(Replay, LanesAtOnePlaceAreOneRequest) {
  Warp warp;
  warp.block(kAll, 1).access(kAll, 2, kLoad, row(kBuffer, 4)).block(kAll, 3);
  EXPECT_EQ(warp.replay(), 0u);
  expect_site(warp.at_block(1), 1, 32, 0);
  expect_site(warp.at(2, kLoad), 1, 32, 4);
  expect_site(warp.at_block(3), 1, 32, 0);
  EXPECT_EQ(warp.issued, 2u) << "basic blocks";
}

TEST(Replay, BranchesGoOneAfterTheOtherAndMeetAgain) {
  Warp warp;
  warp.block(kAll, 1).block(kLowHalf, 10).block(kHighHalf, 20).block(kAll, 30);
  warp.replay();
  expect_site(warp.at_block(1), 1, 32, 0);
  expect_site(warp.at_block(10), 1, 16, 0);
  expect_site(warp.at_block(20), 1, 16, 0);
  expect_site(warp.at_block(30), 1, 32, 0);
  EXPECT_EQ(warp.issued, 4u);
}

TEST(Replay, AnIfWithoutElseWaitsForNobodyTwice) {
  Warp warp;
  warp.block(1u << 31, 10).block(kAll, 20);
  warp.replay();
  expect_site(warp.at_block(10), 1, 1, 0);
  expect_site(warp.at_block(20), 1, 32, 0);
}

TEST(Replay, ALoopGoesOnUntilItsLastLane) {
  Warp warp;
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned turn = 0; turn <= lane; ++turn) {
      warp.access(1u << lane, 10, kLoad, same(kBuffer)).block(1u << lane, 11);
    }
  }
  warp.block(kAll, 20);
  warp.replay();
  expect_site(warp.at(10, kLoad), 32, 32 * 33 / 2, 32);
  expect_site(warp.at_block(11), 32, 32 * 33 / 2, 0);
  expect_site(warp.at_block(20), 1, 32, 0);
}

TEST(Replay, LanesThatHaveEndedTakeNoPart) {
  Warp warp;
  warp.block(kAll, 1).block(~5u, 2).block(1u << 31, 3);
  warp.replay();
  expect_site(warp.at_block(1), 1, 32, 0);
  expect_site(warp.at_block(2), 1, 30, 0);
  expect_site(warp.at_block(3), 1, 1, 0);
  Warp nobody;
  EXPECT_EQ(nobody.replay(), 0u);
  EXPECT_EQ(nobody.issued, 0u);
}

// What goes first decides who meets: half of the lanes call a function whose code lies above the call,
// and the others wait where it returns to.
TEST(Replay, TheDeepestFrameGoesFirstWhereverItsCodeLies) {
  Warp warp;
  warp.block(kLowHalf, 10).block(kLowHalf, 100, kCallee).block(kAll, 50);
  warp.replay();
  expect_site(warp.at_block(100), 1, 16, 0);
  expect_site(warp.at_block(50), 1, 32, 0);
}

TEST(Replay, OnePlaceInTwoFramesIsTwoRequests) {  // recursion
  Warp warp;
  warp.block(kLowHalf, 10, kCallee).block(kHighHalf, 10, kCalleesCallee);
  warp.replay();
  expect_site(warp.at_block(10), 2, 32, 0);
  EXPECT_EQ(warp.issued, 2u);
}

TEST(Replay, TwoAccessesAtOneProgramCounterAreTwoRequests) {
  Warp warp;
  warp.access(kLowHalf, 10, kLoad, same(kBuffer)).access(kHighHalf, 10, kStore, same(kBuffer));
  warp.replay();
  expect_site(warp.at(10, kLoad), 1, 16, 1);
  expect_site(warp.at(10, kStore), 1, 16, 1);
}

TEST(Replay, TheLowestProgramCounterGoesFirst) {
  Warp warp;
  warp.sites.keep_samples(true);  // in the order in which they come
  warp.access(kHighHalf, 30, kLoad, same(kBuffer)).access(kLowHalf, 20, kLoad, same(kBuffer));
  warp.access(kHighHalf, 40, kLoad, same(kBuffer), kCallee);
  warp.access(kLowHalf, 50, kLoad, same(kBuffer));
  warp.replay();
  const auto& samples = warp.sites.samples();
  ASSERT_EQ(samples.size(), 4u);
  const unsigned order[] = {20, 30, 40, 50};
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(samples[i].key, site_at(order[i], kLoad));
}

TEST(Replay, RetiresNothingTwiceAndLeavesNothing) {
  Warp warp;
  warp.block(kAll, 1).block(kLowHalf, 2);
  warp.replay();
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(warp.left_of(lane), 0u);
}

TEST(Replay, StopsWhereALaneThatHasMoreToRecordHasNoMore) {
  Warp warp;
  warp.block(kAll, 1).block(~4u, 2);
  EXPECT_EQ(warp.replay(1u << 2), 0u);  // lane 2 has not finished
  expect_site(warp.at_block(1), 1, 32, 0);
  expect_site(warp.at_block(2), 0, 0, 0);
  EXPECT_EQ(warp.left_of(0), 1u);
  EXPECT_EQ(warp.left_of(2), 0u);
  Warp empty;  // none yet
  empty.block(~4u, 1);
  empty.replay(1u << 2);
  expect_site(empty.at_block(1), 0, 0, 0);
  Warp full;  // it waits with the others, and all it has is there
  full.block(kAll, 1).block(1u << 2, 2);
  full.replay(1u << 2);
  expect_site(full.at_block(1), 1, 32, 0);
  expect_site(full.at_block(2), 1, 1, 0);
}

TEST(Replay, StopsAtAQuestionAndSaysWhoAsks) {
  Warp warp;
  warp.block(kAll, 1).access(0xf0, 2, Access::mask_query(), same(0)).block(kAll, 3);
  EXPECT_EQ(warp.replay(), 0xf0u);
  expect_site(warp.at_block(1), 1, 32, 0);
  expect_site(warp.at_block(3), 0, 0, 0);
  EXPECT_EQ(warp.left_of(4), 2u) << "the query and what comes after it";
  EXPECT_EQ(warp.left_of(0), 1u);
  // Who is at a lower place goes first.
  Warp others;
  others.block(kLowHalf, 1).access(kHighHalf, 2, Access::mask_query(), same(0)).block(kLowHalf, 3);
  EXPECT_EQ(others.replay(), kHighHalf);
  expect_site(others.at_block(1), 1, 16, 0);
  expect_site(others.at_block(3), 0, 0, 0);
}

// ---- the common case: all lanes did the same ----

TEST(UniformReplay, RetiresAllThatIsTheSame) {
  for (const std::uint32_t lanes : {kAll, kLowHalf, 0x8000'0001u, 0x10u}) {
    Uniform warp;
    const auto count = static_cast<unsigned>(std::popcount(lanes));
    for (unsigned lane = 0; lane < 32; ++lane) {
      if ((lanes >> lane & 1) == 0) continue;  // has nothing there, and nobody looks
      for (std::ptrdiff_t i = 0; i < 20; ++i) {
        warp.at(lane, i) = {key_at(static_cast<unsigned>(100 - i), kLoad), kBuffer + lane * 32};
      }
      warp.at(lane, 20) = {key_at(200, Warp::kBasicBlock), 0};
    }
    EXPECT_EQ(warp.replay(lanes, 21), 21);
    for (unsigned i = 0; i < 20; ++i) {
      expect_site(warp.sites[site_at(100 - i, kLoad)], 1, count, count);
    }
    expect_site(warp.sites[site_at(200, Warp::kBasicBlock)], 1, count, 0);
    EXPECT_EQ(warp.issued, 1u);
  }
}

TEST(UniformReplay, StopsAtTheFirstDifferenceOfAnyLane) {
  for (unsigned odd = 0; odd < 32; ++odd) {
    Uniform warp;
    for (unsigned lane = 0; lane < 32; ++lane) {
      for (unsigned i = 0; i < 5; ++i) {
        warp.at(lane, i) = {key_at(10 + i + (lane == odd && i == 3 ? 1 : 0), kLoad), kBuffer};
      }
    }
    EXPECT_EQ(warp.replay(kAll, 5), 3);
    expect_site(warp.sites[site_at(12, kLoad)], 1, 32, 1);
    expect_site(warp.sites[site_at(13, kLoad)], 0, 0, 0);
    expect_site(warp.sites[site_at(14, kLoad)], 0, 0, 0);
  }
}

TEST(UniformReplay, LooksAtNoFrameThatDiffers) {
  Uniform warp;
  for (unsigned lane = 0; lane < 32; ++lane) {
    warp.at(lane, 0) = {key_at(10, kLoad, lane == 9 ? kCallee : kKernel), kBuffer};
  }
  EXPECT_EQ(warp.replay(kAll, 1), 0);
  EXPECT_EQ(warp.replay(kAll, 0), 0);
}

// Both ways of replaying count the same, whatever the lanes do side by side.
TEST(UniformReplay, CountsWhatTheOtherWayCounts) {
  std::mt19937 random(5);
  const Space spaces[] = {Space::kGlobal, Space::kShared, Space::kConstant, Space::kDistributed};
  const std::int64_t steps[] = {0, 1, -1, 2, 3, 8, 17, 32, 33, -32, 128};
  for (int round = 0; round < 2000; ++round) {
    const std::uint32_t lanes = round % 3 != 0 ? kAll : static_cast<std::uint32_t>(random()) | 2;
    const std::ptrdiff_t length = 1 + static_cast<std::ptrdiff_t>(random() % 11);
    Uniform uniform;
    Warp other;
    FootprintRecorder used, used_by_other;
    uniform.accesses = &used;
    for (std::ptrdiff_t i = 0; i < length; ++i) {
      const Space space = spaces[random() % std::size(spaces)];
      const bool atomic = space != Space::kConstant && random() % 5 == 0;
      const unsigned bytes = 1u << random() % (atomic ? 4 : 5);
      const Access access(atomic ? Op::kAtomic : Op::kLoad, space, bytes);
      const auto step = static_cast<std::uint64_t>(steps[random() % std::size(steps)] * bytes);
      const std::uint64_t begin = kTile + random() % 64 * bytes;
      const auto odd = random() % 64;  // a lane that does not fit, if there is one
      const unsigned side_by_side = 4u << random() % 4;  // lanes, as in a block of so many columns
      const std::uint64_t gaps[] = {0, side_by_side * step, 64, bytes, 4096 + bytes};
      const std::uint64_t gap = gaps[random() % std::size(gaps)];
      const auto pc = static_cast<unsigned>(100 + i);
      other.access(lanes, pc, access, [&](unsigned lane) {
        const std::uint64_t address =
            begin + lane % side_by_side * step + lane / side_by_side * gap + (lane == odd ? 64 : 0);
        uniform.at(lane, i) = {key_at(pc, access), address};
        return address;
      });
    }
    other.replay(0, {other.sites, nullptr, &used_by_other, nullptr, nullptr, 0, other.issued});
    ASSERT_EQ(uniform.replay(lanes, length), length);
    ASSERT_TRUE(used.finish() == used_by_other.finish()) << "round " << round;
    other.sites.for_each([&](const Site& site) {
      const Site& mine = uniform.sites[site.key];
      ASSERT_EQ(mine.requests, site.requests);
      ASSERT_EQ(mine.lanes, site.lanes);
      ASSERT_EQ(mine.units, site.units) << "round " << round;
      ASSERT_EQ(mine.minimum, site.minimum);
    });
  }
}

// ---- any program ----

// A structured program, drawn at random: what all lanes do together must be as if the two ways of
// replaying were one, and every event must be counted once.
TEST(AnyProgram, CountsEveryEventOnce) {
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    Warp warp;
    std::map<unsigned, unsigned> lanes_at;
    for (unsigned pc = 10; pc < 60; ++pc) {
      const auto half = random();  // of the lanes; three quarters with the next
      const auto lanes = static_cast<std::uint32_t>(half | random());
      warp.access(lanes, pc, kLoad, [&](unsigned) { return kBuffer + random() % 64 * 4; });
      lanes_at[pc] = static_cast<unsigned>(std::popcount(lanes));
    }
    warp.replay();
    for (const auto& [pc, lanes] : lanes_at) {
      EXPECT_EQ(warp.at(pc, kLoad).requests, 1u) << "forward branches meet at once";
      EXPECT_EQ(warp.at(pc, kLoad).lanes, lanes);
    }
  }
}

}  // namespace
}  // namespace simt
