// What orders two uses of shared memory: flags, split barriers, compare-and-swap loops, and `__syncwarp`.
#include "races/shared_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "test_block.h"

namespace simt {
namespace {

// ---- flags ----

constexpr std::uintptr_t kFlag = kSharedBase + 0x100, kGlobalFlag = kGlobalBase + 0x100;

TEST(SharedFlags, OrderWhatIsBeforeAReleaseAndAfterAnAcquire) {
  enum Way { kOrders, kFences, kNoRelease, kNoAcquire, kFenceTooLate, kFenceTooEarly };
  for (const Way way : {kOrders, kFences, kNoRelease, kNoAcquire, kFenceTooLate, kFenceTooEarly}) {
    TestBlock block;
    SharedCheck& check = block.check;
    if (way == kFenceTooEarly) check.fence(0);
    ASSERT_FALSE(block.does(0, kWrite));
    if (way == kFences || way == kNoAcquire) check.fence(0);
    check.release(kFlag, 0, true, way == kOrders);
    if (way == kFenceTooLate) check.fence(0);
    if (way != kNoAcquire) check.fence(40);  // before it has looked: worth nothing
    check.acquire(kFlag, 40, way == kOrders);
    if (way != kNoAcquire) check.fence(40);
    EXPECT_EQ(block.does(40, kRead), way != kOrders && way != kFences) << way;
  }
}

TEST(SharedFlags, AreOneForEachAddress) {
  TestBlock block;
  ASSERT_FALSE(block.does(0, kWrite));
  block.check.release(kFlag, 0, true, true);
  block.check.acquire(kFlag + 4, 40, true);
  EXPECT_TRUE(block.does(40, kRead));
}

TEST(SharedFlags, OrderTheThreadAndWhomItHasMet) {
  for (const bool met : {true, false}) {
    TestBlock block;
    ASSERT_FALSE(block.does(0, kWrite, 0));
    ASSERT_FALSE(block.does(1, kWrite, 4));
    if (met) block.whole_warp(0);
    block.check.release(kFlag, 0, true, true);
    block.check.acquire(kFlag, 40, true);
    EXPECT_FALSE(block.does(40, kRead, 0));
    EXPECT_EQ(block.does(40, kRead, 4), !met);
  }
}

TEST(SharedFlags, AreHandedOnByAWarpThatMeets) {
  TestBlock block;
  ASSERT_FALSE(block.does(0, kWrite));
  block.check.release(kFlag, 0, true, true);
  block.check.acquire(kFlag, 32, true);
  block.some_lanes(1, 0x3);
  EXPECT_FALSE(block.does(33, kRead));
  EXPECT_TRUE(block.does(34, kRead));
}

TEST(SharedFlags, WhatComesAfterTheReleaseIsNotOrdered) {
  TestBlock block;
  block.check.release(kFlag, 0, true, true);
  ASSERT_FALSE(block.does(0, kWrite));
  block.check.acquire(kFlag, 40, true);
  EXPECT_TRUE(block.does(40, kRead));
}

TEST(SharedFlags, AnAtomicOperationPassesOnWhatCameBeforeAStoreDoesNot) {
  for (const bool is_store : {false, true}) {
    TestBlock block;
    ASSERT_FALSE(block.does(0, kWrite));
    block.check.release(kFlag, 0, true, true);
    block.check.release(kFlag, 70, is_store, false);  // relaxed, by somebody else
    block.check.acquire(kFlag, 40, true);
    EXPECT_EQ(block.does(40, kRead), is_store);
  }
}

// A counter of those that have arrived: the last one comes after all.
TEST(SharedFlags, OfSeveralThreadsAddUp) {
  TestBlock block;
  for (unsigned thread = 0; thread < 128; thread += 16) {
    ASSERT_FALSE(block.does(thread, kWrite, 4 * (thread / 16)));
    block.check.acquire(kFlag, thread, true);
    block.check.release(kFlag, thread, false, true);
  }
  for (unsigned at = 0; at < 32; at += 4) EXPECT_FALSE(block.does(112, kRead, at)) << at;
  EXPECT_TRUE(block.does(111, kRead, 0));
}

TEST(SharedFlags, EveryReaderMustComeBeforeAWriter) {
  for (const unsigned missing : {0u, 40u, 70u, 100u}) {
    TestBlock block;
    block.check.release(kFlag, 900, true, true);  // from here on flags are in use
    block.does(500, kWrite);
    block.check.barrier();
    for (const unsigned reader : {0u, 40u, 70u, 100u}) {
      ASSERT_FALSE(block.does(reader, kRead));
      if (reader != missing) block.check.release(kFlag, reader, false, true);
    }
    block.check.acquire(kFlag, 200, true);
    ASSERT_TRUE(block.does(200, kWrite));
    EXPECT_EQ(block.check.race().earlier.thread, missing);
  }
}

TEST(SharedFlags, InGlobalMemoryAreFlagsFromWhenAnotherThreadSeesThem) {
  TestBlock block;
  ASSERT_FALSE(block.does(0, kWrite));
  block.check.release(kGlobalFlag, 0, true, true);
  block.check.acquire(kGlobalFlag, 0, true);
  EXPECT_FALSE(block.check.has_flags()) << "its own";
  block.check.acquire(kGlobalFlag, 40, true);
  EXPECT_TRUE(block.check.has_flags());
  EXPECT_FALSE(block.does(40, kRead));
  EXPECT_TRUE(block.does(41, kRead));
}

// A counter, on which the last one to count waits.
TEST(SharedFlags, InGlobalMemoryAddUp) {
  for (const bool is_store : {false, true}) {
    TestBlock block;
    ASSERT_FALSE(block.does(0, kWrite));
    block.check.release(kGlobalFlag, 0, false, true);
    block.check.release(kGlobalFlag, 40, is_store, true);
    block.check.acquire(kGlobalFlag, 40, true);
    EXPECT_EQ(block.does(40, kRead), is_store) << "a store forgets who was before";
  }
}

TEST(SharedFlags, InGlobalMemoryDoNotOutliveABarrier) {
  TestBlock block;
  block.check.release(kGlobalFlag, 0, true, true);
  block.check.barrier();
  ASSERT_FALSE(block.does(0, kWrite));
  block.check.acquire(kGlobalFlag, 40, true);
  EXPECT_FALSE(block.check.has_flags());
  EXPECT_TRUE(block.does(40, kRead));
}

TEST(SharedFlags, AVolatileStoreBehindAFenceIsOne) {
  TestBlock block;
  EXPECT_EQ(block.check.volatile_store(5), SharedUse::kWrite);
  block.check.fence(7);
  EXPECT_EQ(block.check.volatile_store(5), SharedUse::kUpdate) << "of its warp";
  EXPECT_EQ(block.check.volatile_store(40), SharedUse::kWrite);
  block.check.barrier();
  EXPECT_EQ(block.check.volatile_store(5), SharedUse::kWrite);
}

// ---- barriers in two halves ----

TEST(SharedSplitBarrier, OrderWhatIsBeforeTheFirstAndAfterTheSecond) {
  TestBlock block;
  ASSERT_FALSE(block.does(0, kWrite, 0));
  block.check.arrive(0, 0, 0);
  ASSERT_FALSE(block.does(0, kWrite, 4));
  block.check.arrive(0, 0, 40);
  ASSERT_FALSE(block.does(40, kWrite, 8));
  block.check.pass(0, 0, 40);
  EXPECT_FALSE(block.does(40, kRead, 0));
  EXPECT_TRUE(block.does(40, kRead, 4)) << "between the halves";
  EXPECT_TRUE(block.does(0, kRead, 8)) << "it has not passed";
  block.check.barrier();
  EXPECT_FALSE(block.does(40, kRead, 4));
}

TEST(SharedSplitBarrier, OfManyPhases) {
  TestBlock block;
  for (std::uint32_t phase = 0; phase < 20; ++phase) {
    ASSERT_FALSE(block.does(phase % 2 == 0 ? 0 : 40, kWrite)) << phase;
    for (const unsigned thread : {0u, 40u}) block.check.arrive(1, phase, thread);
    for (const unsigned thread : {0u, 40u}) block.check.pass(1, phase, thread);
  }
  block.check.arrive(1, 20, 40);
  ASSERT_FALSE(block.does(40, kRead)) << "its own write";
  EXPECT_TRUE(block.does(0, kWrite));
}

// ---- reads that a compare-and-swap checks ----

TEST(SharedCas, PlainReadsBeforeItAreNoRaceWithAtomics) {
  for (const bool learns : {true, false}) {
    for (const bool read_first : {true, false}) {
      TestBlock block;
      SharedCheck& check = block.check;
      block.does(500, kWrite);
      check.barrier();
      const auto read = [&](unsigned thread) {
        return check.plain_access<Op::kLoad>(block.address(0), 4, thread, line(10));
      };
      ASSERT_FALSE(read_first && read(0));
      ASSERT_FALSE(
          check.access(block.address(0), 4, SharedUse::kUpdate, Op::kAtomic, 40, line(11)));
      ASSERT_FALSE(!read_first && read(0));
      if (learns) check.add_cas_read(line(10));  // late, but in this interval
      EXPECT_EQ(check.deferred_read_races(), !learns);
      if (!learns) continue;
      ASSERT_FALSE(read(70));
      EXPECT_TRUE(check.plain_access<Op::kStore>(block.address(0), 4, 71, line(12)))
          << "a plain write is one";
    }
  }
}

TEST(SharedCas, DoesNotHideAnotherReadOfTheSameThread) {
  for (const bool read_after : {true, false}) {
    TestBlock block;
    SharedCheck& check = block.check;
    block.does(500, kWrite);
    check.barrier();
    check.add_cas_read(line(10));
    for (const unsigned at : {10u, 20u}) {
      ASSERT_FALSE(
          check.plain_access<Op::kLoad>(block.address(0), 4, 0, line(read_after ? at : 30 - at)));
    }
    check.access(block.address(0), 4, SharedUse::kUpdate, Op::kAtomic, 40, line(11));
    ASSERT_TRUE(check.deferred_read_races());
    EXPECT_EQ(check.race().earlier.pc, line(20));
  }
}

// ---- the order within a warp ----

TEST(WarpOrder, IsPassedOnByWhoTookPart) {
  const auto races = [](const std::vector<std::uint32_t>& meetings, unsigned later) {
    TestBlock block;
    EXPECT_FALSE(block.does(0, kWrite));
    for (const std::uint32_t lanes : meetings) block.some_lanes(0, lanes);
    return block.does(later, kRead);
  };
  EXPECT_FALSE(races({0x3}, 1));
  EXPECT_TRUE(races({0x3}, 2));
  EXPECT_FALSE(races({0x3, 0x6}, 2)) << "lane 1 knows, and meets lane 2";
  EXPECT_FALSE(races({0x3, 0x6, 0xc, 0x18}, 4));
  EXPECT_TRUE(races({0x6, 0x3}, 2)) << "lane 1 did not know yet";
  EXPECT_FALSE(races({0x6, 0x3}, 1));
  EXPECT_FALSE(races({0x8000'0001}, 31));
  EXPECT_FALSE(races({0x8000'0001, 0x8001'0000}, 16));
  EXPECT_TRUE(races({0xffff'fffe}, 31));
}

TEST(WarpOrder, IsOfWhatCameBeforeNotAfter) {
  TestBlock block;
  block.some_lanes(0, 0x3);
  block.whole_warp(0);
  ASSERT_FALSE(block.does(0, kWrite));
  EXPECT_TRUE(block.does(1, kRead));
}

TEST(WarpOrder, HoldsForOneWarpOnly) {
  for (const unsigned warp : {0u, 1u, 31u}) {
    TestBlock block;
    ASSERT_FALSE(block.does(warp * 32, kWrite));
    block.some_lanes((warp + 1) % 32, ~0u);
    block.whole_warp((warp + 1) % 32);
    EXPECT_TRUE(block.does(warp * 32 + 1, kRead));
  }
}

// A reference: for every lane, how far it knows what every other one has done.
TEST(WarpOrder, IsTheOneOfAnyCollectives) {
  std::mt19937 random(5);
  constexpr unsigned kLanes = 6;
  for (int round = 0; round < 3000; ++round) {
    TestBlock block;
    unsigned done[kLanes] = {}, knows[kLanes][kLanes] = {};  // [who][of whom]
    unsigned last_writer = kLanes, last_write = 0;
    for (unsigned step = 0; step < 14; ++step) {
      if (random() % 3 != 0) {
        const std::uint32_t lanes = static_cast<std::uint32_t>(random()) % (1u << kLanes);
        const bool whole = lanes == (1u << kLanes) - 1;
        block.check.sync_warp(0, lanes, whole);
        unsigned all[kLanes] = {};
        for (unsigned lane = 0; lane < kLanes; ++lane) {
          if ((lanes >> lane & 1) == 0) continue;
          for (unsigned of = 0; of < kLanes; ++of) {
            all[of] = std::max({all[of], knows[lane][of], of == lane ? done[lane] : 0});
          }
        }
        for (unsigned lane = 0; lane < kLanes; ++lane) {
          if (lanes >> lane & 1) std::copy_n(all, kLanes, knows[lane]);
        }
        continue;
      }
      const unsigned lane = static_cast<unsigned>(random()) % kLanes;
      const bool is_race =
          last_writer != kLanes && last_writer != lane && knows[lane][last_writer] < last_write;
      ASSERT_EQ(block.does(lane, kWrite), is_race) << "round " << round << ", step " << step;
      if (is_race) break;
      last_writer = lane;
      last_write = ++done[lane];
    }
  }
}

}  // namespace
}  // namespace simt
