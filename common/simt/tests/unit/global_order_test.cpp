// What orders two uses of global memory: fences and flags, atomic operations, barriers, tiles, and frees.
#include "races/global_check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "test_grid.h"

namespace simt {
namespace {

// ---- the order, as the block takes part in it ----

TEST(GlobalOrder, AFenceSpeaksForWhatTheWarpHasDone) {
  struct {
    unsigned user, fencer, releaser;
    bool barrier_before_fence, barrier_after_fence, is_race;
  } const cases[] = {
      {0, 0, 0, false, false, false},  {1, 0, 0, false, false, false},  // another lane of the warp
      {0, 1, 2, false, false, false},                                   //
      {40, 0, 0, false, false, true},                                   // another warp
      {40, 0, 0, true, false, false},                                   // with a barrier
      {40, 40, 0, false, true, false},  // its own fence, then a barrier
      {40, 40, 0, false, false, true},  // its own fence, but no barrier before the atomic
      {40, 70, 0, false, true, true},   // a third warp's fence
  };
  for (const auto& c : cases) {
    TestGrid grid(2);
    grid.use(0, c.user, kWrites);
    if (c.barrier_before_fence) grid.block(0).barrier();
    grid.block(0).fence(c.fencer);
    if (c.barrier_after_fence) grid.block(0).barrier();
    grid.block(0).release(kFlag, c.releaser);
    EXPECT_TRUE(c.fencer / 32 != c.releaser / 32 && !c.barrier_after_fence
                    ? !grid.block(1).acquire(kFlag, 0)
                    : grid.block(1).acquire(kFlag, 0));
    grid.use(1, 0, kReads);
    EXPECT_EQ(grid.races(), c.is_race) << "thread " << c.user << " writes, " << c.fencer
                                       << " fences, " << c.releaser << " releases";
  }
}

TEST(GlobalOrder, AnAcquireSpeaksForItsWarpUntilABarrier) {
  for (const unsigned reader : {0u, 31u, 32u, 100u}) {
    for (const bool barrier : {false, true}) {
      TestGrid grid(2);
      grid.use(0, 0, kWrites);
      grid.hand_over(0, 0, 1, 0);
      if (barrier) grid.block(1).barrier();
      grid.use(1, reader, kReads);
      EXPECT_EQ(grid.races(), reader >= 32 && !barrier) << reader;
    }
  }
}

TEST(GlobalOrder, EachUseHasItsOwnTime) {
  // Thread 0 fences between two writes. What is released after the first fence is the first write.
  TestGrid grid(2);
  grid.use(0, 0, kWrites, 0);
  grid.block(0).fence(0);
  grid.use(0, 0, kWrites, 4);
  grid.block(0).release(kFlag, 0);
  grid.block(1).acquire(kFlag, 0);
  grid.use(1, 0, kReads, 0);
  EXPECT_FALSE(grid.races());
  grid.use(1, 0, kReads, 4);
  EXPECT_TRUE(grid.races());
  // Lanes of one request, of which one has fenced already: that fence speaks for none of it.
  for (unsigned lane = 0; lane < 32; ++lane) {
    TestGrid row(2);
    row.block(0).fence(7);
    row.row(0, 0, kWrites);
    row.block(0).release(kFlag, 7);  // thread 7's fence was before its write
    row.block(1).acquire(kFlag, 0);
    row.use(1, 0, kReads, 4 * lane);
    EXPECT_TRUE(row.races()) << lane;
  }
  // Fences of an earlier interval do not count in this one.
  TestGrid later(2);
  later.block(0).fence(0);
  later.block(0).fence(0);
  later.block(0).barrier();
  later.row(0, 0, kWrites);
  later.block(0).fence(0);
  later.block(0).release(kFlag, 0);
  later.block(1).acquire(kFlag, 0);
  later.row(1, 0, kReads);
  EXPECT_FALSE(later.races());
  TestGrid again(2);
  again.block(0).fence(0);
  again.block(0).fence(0);
  again.block(0).barrier();
  again.use(0, 0, kWrites);  // after no fence of this interval
  again.block(0).fence(1);
  again.block(0).release(kFlag, 1);
  again.block(1).acquire(kFlag, 0);
  again.use(1, 0, kReads);
  EXPECT_FALSE(again.races());
}

TEST(GlobalOrder, AFenceOfAnEarlierIntervalSpeaksForThatOne) {
  TestGrid grid(2);
  grid.use(0, 0, kWrites, 0);
  grid.block(0).fence(0);
  grid.block(0).barrier();
  grid.use(0, 0, kWrites, 4);
  grid.block(0).barrier();  // in this interval nobody fences
  grid.block(0).release(kFlag, 40);
  EXPECT_TRUE(grid.block(1).acquire(kFlag, 0));
  grid.use(1, 0, kReads, 0);
  EXPECT_FALSE(grid.races());
  grid.use(1, 0, kReads, 4);
  EXPECT_TRUE(grid.races());
}

TEST(GlobalOrder, WithoutFencesNothingIsReleased) {
  TestGrid grid(2);
  EXPECT_FALSE(grid.block(0).order_is_active());
  grid.use(0, 0, kWrites);
  grid.block(0).release(kFlag, 0);
  EXPECT_FALSE(grid.block(1).acquire(kFlag, 0));
  grid.block(0).fence(0);
  EXPECT_TRUE(grid.block(1).order_is_active());
  grid.block(0).release(kFlag, 40);  // another warp, which has not fenced
  EXPECT_FALSE(grid.block(1).acquire(kFlag, 0));
  grid.block(0).release(kOtherFlag, 0);
  EXPECT_FALSE(grid.block(1).acquire(kFlag, 0));
  EXPECT_TRUE(grid.block(1).acquire(kOtherFlag, 0));
}

TEST(GlobalOrder, EveryWarpCountsItsOwnFences) {
  const unsigned threads[] = {0, 1, 31, 32, 63, 511, 512, 991, 992, 1022, 1023};
  for (const unsigned one : threads) {
    for (const unsigned other : threads) {
      if (one == other) continue;
      TestGrid grid(2);
      for (int i = 0; i < 3; ++i) grid.block(0).fence(other);
      grid.block(0).fence(one);
      grid.use(0, one, kWrites, 0).use(0, other, kWrites, 4);  // after one fence, and after three
      grid.block(0).fence(one);
      grid.block(0).release(kFlag, one);
      grid.block(1).acquire(kFlag, 5);
      grid.use(1, 5, kReads, 0);
      EXPECT_FALSE(grid.races()) << one << " and " << other;
      grid.use(1, 5, kReads, 4);
      EXPECT_EQ(grid.races(), one / 32 != other / 32) << one << " and " << other;
    }
  }
}

TEST(GlobalOrder, BeginsAnewWithABlock) {
  // One GlobalCheck for blocks 0 and 2, as they come after one another.
  GridChecks checks(4, 1, 64);
  GlobalCheck check, other;
  other.begin_block(&checks, 1);
  check.begin_block(&checks, 0);
  check.fence(0);
  check.fence(40);
  check.barrier();
  check.fence(0);
  check.begin_block(&checks, 2);
  const std::uint8_t lane = 0;
  std::uint64_t address = kBuffer;
  check.request(key_at(1, access_of_kind(kWrites, 4)), 0, 1, &address, &lane, false);
  check.release(kFlag, 0);
  check.release(kFlag, 40);
  EXPECT_FALSE(other.acquire(kFlag, 0)) << "the block before had fences, this one has none";
  check.fence(0);
  check.release(kFlag, 0);
  EXPECT_TRUE(other.acquire(kFlag, 0));
  other.request(key_at(1, access_of_kind(kReads, 4)), 0, 1, &address, &lane, false);
  EXPECT_FALSE(checks.race().found);
}

TEST(GlobalOrder, AnOrderedWriteTakesTheEarlierOnesPlace) {
  TestGrid grid(4);
  grid.use(0, 0, kWrites);
  grid.hand_over(0, 0, 1, 0);
  grid.use(1, 0, kWrites);
  grid.hand_over(1, 0, 2, 0);
  grid.use(2, 0, kReads);
  EXPECT_FALSE(grid.races());
  grid.use(3, 0, kReads);
  EXPECT_EQ(grid.race().first.block, 1u) << "block 0's write is gone";
  // A read that comes after a write leaves it.
  TestGrid reads(4);
  reads.use(0, 0, kWrites);
  reads.hand_over(0, 0, 1, 0);
  reads.use(1, 0, kReads).use(3, 0, kReads);
  EXPECT_EQ(reads.race().first.block, 0u);
}

TEST(GlobalOrder, TheTicketOfTheLastBlock) {
  // Every block writes its part, fences and takes a ticket; the last one reads all parts.
  for (const bool fences : {true, false}) {
    TestGrid grid(8);
    for (unsigned block = 0; block < 8; ++block) {
      grid.use(block, 0, kWrites, 4 * block);
      if (fences) grid.block(block).fence(0);
      grid.block(block).release(kFlag, 0);
      grid.use(block, 0, kUpdates, 4096);
      grid.block(block).acquire(kFlag, 0);
    }
    grid.block(7).barrier();
    grid.row(7, 1, kReads, 0, 4, 0xff);
    EXPECT_EQ(grid.races(), !fences);
  }
}

TEST(GlobalOrder, AGridBarrierOrdersEverything) {
  TestGrid grid;
  for (unsigned block = 0; block < 8; ++block) grid.row(block, 0, kWrites, 128 * block);
  grid.grid_barrier();
  for (unsigned block = 0; block < 8; ++block) grid.row(block, 0, kReads, 128 * (7 - block));
  EXPECT_FALSE(grid.races());
  grid.use(0, 0, kWrites, 0);
  EXPECT_TRUE(grid.races()) << "block 7 has read it since";
  EXPECT_EQ(grid.race().second.block, 7u);
  EXPECT_EQ(grid.race().second.use, Use::kRead);
}

TEST(GlobalOrder, ManyIntervals) {
  TestGrid grid(2);
  for (unsigned i = 0; i < 100; ++i) {
    grid.use(0, i % 1024, kWrites);
    grid.hand_over(0, i % 1024, 1, i % 1024);
    grid.use(1, i % 1024, kReads);
    ASSERT_FALSE(grid.races()) << i;
    grid.block(1).fence(i % 1024);
    grid.block(1).release(kOtherFlag, i % 1024);
    grid.block(0).acquire(kOtherFlag, i % 1024);
    grid.block(0).barrier();
    grid.block(1).barrier();
  }
  grid.use(0, 0, kWrites);
  grid.use(1, 0, kReads);
  EXPECT_TRUE(grid.races());
}

TEST(GlobalInside, IsOrderedByWhatSynchronizesLanes) {
  for (const std::uint32_t lanes : {kAll, 0x3u, 0xffffu, 0x5u}) {
    for (const unsigned later : {1u, 2u, 20u, 40u}) {
      TestGrid grid(1);
      grid.use(0, 0, kWrites);
      grid.block(0).sync_warp(0, lanes, lanes == kAll);
      grid.use(0, later, kReads);
      EXPECT_EQ(grid.races(), later >= 32 || (lanes >> later & 1) == 0) << lanes << " " << later;
    }
  }
  TestGrid again(1);  // what comes after it is not ordered
  again.use(0, 0, kReads);
  again.block(0).sync_warp(0, kAll, true);
  again.use(0, 1, kReads).use(0, 2, kWrites, 4);
  again.block(0).sync_warp(0, kAll, true);
  again.use(0, 2, kWrites);
  EXPECT_FALSE(again.races());
  again.use(0, 3, kReads);
  EXPECT_TRUE(again.races());
}

TEST(GlobalInside, FencesOfBothScopesHandOver) {
  for (const Scope scope : {Scope::kDevice, Scope::kBlock}) {
    for (const bool inside : {true, false}) {
      TestGrid grid(2);
      const unsigned reader = inside ? 0 : 1;
      grid.use(0, 5, kWrites);
      grid.block(0).fence(5, scope);
      grid.block(0).release(kFlag, 5, scope);
      grid.block(reader).acquire(kFlag, 70, scope);
      grid.use(reader, 70, kReads);
      EXPECT_EQ(grid.races(), !inside && scope == Scope::kBlock);
      grid.use(0, 5, kWrites, 8);  // behind the fence
      grid.use(0, 70, kReads, 8);
      EXPECT_TRUE(grid.races());
    }
  }
}

// ---- atomic operations, which come one after another ----

/// An atomic operation that is the `turn`-th on its unit.
void update(TestGrid& grid, unsigned block, unsigned thread, unsigned modification) {
  unit_of(kBuffer).modification = std::max(unit_of(kBuffer).modification, modification);
  grid.use(block, thread, kUpdates, 0, 4, modification & 0xffff);
}

TEST(GlobalModificationOrder, WhoHasDrawnTheLastTicketMayUseItPlainly) {
  for (const unsigned first : {1u, 65'530u}) {  // 16 bits of it are in an event
    for (const Kind kind : {kReads, kWrites}) {
      for (unsigned user = 0; user < 6; ++user) {
        for (const unsigned thread : {0u, 40u}) {
          for (const bool barrier : {true, false}) {
            TestGrid grid(6);
            unit_of(kBuffer).modification = 0;
            for (unsigned block = 0; block < 6; ++block) update(grid, block, 0, first + block);
            if (barrier) grid.block(user).barrier();
            grid.use(user, thread, kind);
            EXPECT_EQ(grid.races(), user != 5 || (thread != 0 && !barrier)) << user;
          }
        }
      }
    }
  }
  unit_of(kBuffer).modification = 0;
}

TEST(GlobalModificationOrder, AreKnownWheneverTheOthersAreSeen) {
  // Block 0 has drawn the last ticket, and cleared; the others are looked at later.
  for (const unsigned last : {10u, 3u}) {
    TestGrid grid(6);
    unit_of(kBuffer).modification = 0;
    update(grid, 0, 0, last);
    grid.use(0, 0, kWrites);
    for (unsigned block = 1; block < 6; ++block) update(grid, block, 0, block);
    EXPECT_EQ(grid.races(), last == 3u);
  }
  unit_of(kBuffer).modification = 0;
}

TEST(GlobalModificationOrder, OfThreadsOfABlock) {
  for (unsigned user = 0; user < 100; user += 9) {
    TestGrid grid(1);
    unit_of(kBuffer).modification = 0;
    for (unsigned thread = 0; thread < 100; ++thread) update(grid, 0, thread, thread + 1);
    grid.use(0, user, kWrites);
    EXPECT_EQ(grid.races(), user != 99) << user;
  }
  unit_of(kBuffer).modification = 0;
}

TEST(GlobalReads, BeforeACompareAndSwapAreNoRaceWithAtomicOperations) {
  for (const bool known_before : {true, false}) {
    for (const Kind other : kKinds) {
      for (const bool swaps : {true, false}) {
        TestGrid grid(2);
        if (known_before && swaps) grid.checks.cas_reads.add(line(8));
        grid.use(0, 7, kReads);  // at line 8
        grid.use(1, 0, other);
        if (!known_before && swaps) grid.checks.cas_reads.add(line(8));
        EXPECT_EQ(grid.races(), other == kWrites || (!swaps && writes(other))) << name_of(other);
      }
    }
  }
  TestGrid both(2);  // another read of the same thread does not hide behind it
  both.checks.cas_reads.add(line(8));
  both.use(0, 6, kReads);
  both.block(0).barrier();
  both.use(0, 7, kReads).use(1, 0, kUpdates);
  EXPECT_EQ(both.race().first.thread, 6u);
}

TEST(GlobalOrder, AnOrderedAtomicOperationDoesNotHideAWrite) {
  TestGrid grid(3);
  grid.use(0, 0, kWrites);
  grid.hand_over(0, 0, 1, 0);
  grid.use(1, 0, kUpdates).use(2, 0, kUpdates);
  EXPECT_EQ(grid.race().first.block, 0u) << "block 2 has waited for nobody";
  EXPECT_EQ(grid.race().second.block, 2u);
}

// ---- tiles of several warps ----

TEST(GlobalRace, ATileThatHasMetIsOrderedAndNobodyElse) {
  constexpr unsigned kTile = 0b0110;  // warps 1 and 2
  for (const unsigned earlier : {40u, 70u, 5u, 100u}) {
    for (const unsigned later : {41u, 71u, 6u, 101u}) {
      TestGrid grid;
      grid.use(3, earlier, kWrites, 8);
      grid.block(3).sync_warps(kTile);
      grid.use(3, later, kReads, 8);
      const auto is_in_tile = [](unsigned thread) { return (kTile >> thread / 32 & 1) != 0; };
      EXPECT_EQ(grid.races(), !(is_in_tile(earlier) && is_in_tile(later))) << earlier << later;
    }
  }
}

TEST(GlobalRace, MeetingsOfTilesHandOnWhatTheirWarpsKnow) {
  TestGrid grid;
  grid.use(3, 5, kWrites, 8);
  grid.block(3).sync_warps(0b0011);
  grid.block(3).sync_warps(0b0110);
  grid.use(3, 70, kWrites, 8);
  EXPECT_FALSE(grid.races());
  grid.use(3, 100, kReads, 8);
  EXPECT_TRUE(grid.races());
}

TEST(GlobalRace, OneThreadOfATileSpeaksForItToOtherBlocks) {
  for (const bool waits : {true, false}) {
    TestGrid grid;
    grid.use(1, 40, kWrites, 8);
    if (waits) grid.block(1).sync_warps(0b0011);
    grid.hand_over(1, 0, 2, 0);
    if (waits) grid.block(2).sync_warps(0b0011);
    grid.use(2, 40, kReads, 8);
    EXPECT_EQ(grid.races(), !waits);
  }
}

// ---- memory that is given back ----

TEST(Free, IsBesideWhatNothingOrders) {
  constexpr unsigned kFreeing = 5, kThread = 37;
  constexpr std::uintptr_t kAt = kBuffer + 8;
  TestGrid grid(8, 1);
  GlobalCheck& freeing = grid.block(kFreeing);
  freeing.free_memory(kAt, 200, kThread, line(99));
  GlobalCheck& lower = grid.block(2);
  EXPECT_EQ(lower.blamed_block(), 2u);
  EXPECT_FALSE(lower.is_freed_concurrently(kAt - 1, 0));
  EXPECT_FALSE(lower.is_freed_concurrently(kAt + 200, 0));
  EXPECT_EQ(lower.blamed_block(), 2u);
  EXPECT_TRUE(lower.is_freed_concurrently(kAt + 199, 0));
  EXPECT_EQ(lower.blamed_block(), kFreeing);  // what comes of it is that one's
  EXPECT_TRUE(grid.block(7).is_freed_concurrently(kAt, 0));
  EXPECT_EQ(grid.block(7).blamed_block(), 7u);
  // In the block itself.
  EXPECT_FALSE(freeing.is_freed_concurrently(kAt, kThread));
  EXPECT_TRUE(freeing.is_freed_concurrently(kAt, kThread + 1));
  freeing.barrier();
  EXPECT_FALSE(freeing.is_freed_concurrently(kAt, kThread + 1));
  EXPECT_EQ(freeing.blamed_block(), kFreeing);
  // Who has been told of it comes after it.
  grid.hand_over(kFreeing, kThread, 3, 0);
  EXPECT_FALSE(grid.block(3).is_freed_concurrently(kAt, 0));
  EXPECT_TRUE(grid.block(4).is_freed_concurrently(kAt, 0));
  grid.grid_barrier();
  EXPECT_FALSE(grid.block(4).is_freed_concurrently(kAt, 0));
}

// Two blocks read and free the same memory: three races at one byte, of which the same one is told in any order.
TEST(Free, OfSeveralRacesOfTwoBlocksTheSameIsToldWhoeverComesFirst) {
  for (const unsigned first : {2u, 3u}) {
    TestGrid grid(8, 1);
    for (const unsigned block : {first, 5 - first}) {
      grid.use(block, 40, kReads, 8);
      grid.block(block).free_memory(kBuffer, 64, 40, line(99));
    }
    const BlockRace& race = grid.race();
    ASSERT_TRUE(race.found);
    EXPECT_EQ(race.address, kBuffer);
    EXPECT_TRUE(race.first.frees && race.second.frees);  // at the lowest byte
    TestGrid at_one_byte(8, 1);
    for (const unsigned block : {first, 5 - first}) {
      at_one_byte.use(block, 40, kReads, 0);
      at_one_byte.block(block).free_memory(kBuffer, 64, 40, line(99));
    }
    EXPECT_EQ(at_one_byte.race().first.block, 2u);
    EXPECT_FALSE(at_one_byte.race().first.frees);  // by the place in the code
    EXPECT_TRUE(at_one_byte.race().second.frees);
  }
}

}  // namespace
}  // namespace simt
