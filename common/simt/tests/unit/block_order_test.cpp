// Which accesses of two blocks are in order: by fences and atomics, and by barriers of clusters.
#include "races/block_order.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace simt {
namespace {

constexpr std::uintptr_t kFlag = 0x1000, kOtherFlag = 0x1004;

// ---- when a thread did something ----

TEST(Timestamp, HasABarrierIntervalAndAMoment) {
  for (const std::uint32_t phase : {0u, 1u, 2u, 1000u, (1u << 20) - 2}) {
    for (const std::uint32_t clock : {0u, 1u, 500u, 4094u}) {
      const std::uint32_t timestamp = Timestamp::pack(phase, clock);
      EXPECT_EQ(Timestamp::phase(timestamp), phase);
      EXPECT_EQ(Timestamp::clock(timestamp), clock);
    }
  }
}

TEST(Timestamp, CountsNoFurtherThanItCan) {
  EXPECT_EQ(Timestamp::kMaxPhase, (1u << 20) - 1);
  EXPECT_EQ(Timestamp::kMaxClock, 4095u);
  for (const std::uint32_t many : {4095u, 4096u, 5000u, ~0u}) {
    EXPECT_EQ(Timestamp::clock(Timestamp::pack(3, many)), Timestamp::kMaxClock);
    EXPECT_EQ(Timestamp::phase(Timestamp::pack(3, many)), 3u);
  }
  for (const std::uint32_t many : {(1u << 20) - 1, 1u << 20, ~0u}) {
    EXPECT_EQ(Timestamp::phase(Timestamp::pack(many, 3)), Timestamp::kMaxPhase);
    EXPECT_EQ(Timestamp::clock(Timestamp::pack(many, 3)), 3u);
  }
}

// What was not counted is taken for ordered.
TEST(BlockOrder, OrdersWhatIsTooLateToBeCounted) {
  BlockOrder order(1);
  EXPECT_FALSE(order.ordered(
      0, 0, Timestamp::pack(Timestamp::kMaxPhase - 1, Timestamp::kMaxClock - 1), 1, 0, 0));
  EXPECT_TRUE(order.ordered(0, 0, Timestamp::pack(Timestamp::kMaxPhase, 0), 1, 0, 0));
  EXPECT_TRUE(order.ordered(0, 0, Timestamp::pack(0, Timestamp::kMaxClock), 1, 0, 0));
}

TEST(BlockOrder, IsActiveOnceThereIsAFenceOrAMeeting) {
  BlockOrder fences(1), cluster_barriers(2);
  EXPECT_FALSE(fences.active());
  fences.activate();
  EXPECT_TRUE(fences.active());
  EXPECT_FALSE(cluster_barriers.active());
  cluster_barriers.cluster_barrier(0, 1);
  EXPECT_TRUE(cluster_barriers.active());
}

// ---- one release, one acquire ----

/// Block 0 has used something in a warp, phase and after so many fences; it releases; block 1 acquires.
struct Case {
  const char* what;
  bool is_ordered;
  std::uint32_t warp, phase, fences;                          ///< of the access
  std::uint32_t release_warp, release_phase, release_fences;  ///< fences of the warp in its phase
  std::uint32_t fenced_phase, fenced_count;                   ///< the last one before with fences
  std::uint32_t acquire_warp, acquire_phase;                  ///< in block 1
  std::uint32_t later_warp, later_phase;                      ///< the access of block 1
};

TEST(BlockOrder, IsFromAFenceAndAnAtomicToAnAtomic) {
  const Case cases[] = {
      {"store, fence, atomic | atomic, load", true, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0},
      {"fence, store, atomic: the fence came too early", false, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0},
      {"the second fence comes after it", true, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0},
      {"another warp's fence", false, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0},
      {"another warp's fence after a barrier", true, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0},
      {"whatever its own fences were", true, 1, 0, 7, 0, 1, 1, 0, 0, 0, 0, 0, 0},
      {"after the barrier that follows the release", false, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0},
      {"store, fence, barrier, another warp's atomic", true, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0},
      {"fence, store, barrier, another warp's atomic", false, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0},
      {"one of two fences, barrier", true, 1, 0, 1, 0, 1, 0, 0, 2, 0, 0, 0, 0},
      {"barriers between fence and atomic", true, 1, 2, 0, 0, 9, 0, 2, 1, 0, 0, 0, 0},
      {"an interval before the last with fences", true, 1, 1, 5, 0, 9, 0, 2, 1, 0, 0, 0, 0},
      {"an interval after it", false, 1, 3, 0, 0, 9, 0, 2, 1, 0, 0, 0, 0},
      {"no fence at all", false, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0},
      {"the atomic is another warp's of block 1", false, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0},
      {"and a barrier follows", true, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1},
      {"the barrier came before it", false, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 1},
      {"its own atomic, later", true, 0, 0, 0, 0, 0, 1, 0, 0, 3, 2, 3, 5},
      {"its own atomic, in the same interval", true, 0, 0, 0, 0, 0, 1, 0, 0, 3, 2, 3, 2},
  };
  for (const Case& c : cases) {
    BlockOrder order(1);
    if (c.fenced_count > 0) {
      ThreadOrder::VectorClock clocks{};
      clocks.fill(c.fenced_count);
      order.fenced(0, c.fenced_phase, clocks);
    }
    order.release(kFlag, {0, c.release_warp, c.release_phase, c.release_fences});
    EXPECT_TRUE(order.acquire(kFlag, 1, c.acquire_warp, c.acquire_phase));
    EXPECT_EQ(order.ordered(0, c.warp, Timestamp::pack(c.phase, c.fences), 1, c.later_warp,
                            c.later_phase),
              c.is_ordered)
        << c.what;
  }
}

/// Blocks of one warp, one phase: each counts its fences, and everything it does comes in order.
struct Blocks {
  BlockOrder order;
  std::uint32_t fences[8] = {};
  explicit Blocks(unsigned cluster_blocks = 1) : order(cluster_blocks) {}

  void release(std::uint32_t block, std::uintptr_t flag) {
    order.release(flag, {block, 0, 0, ++fences[block], 0, 0});
  }
  bool acquire(std::uint32_t block, std::uintptr_t flag) {
    return order.acquire(flag, block, 0, 0);
  }
  /// Whether what `earlier` did after so many fences comes before what `later` does now.
  bool ordered(std::uint32_t earlier, std::uint32_t later, std::uint32_t after = 0) {
    return order.ordered(earlier, 0, Timestamp::pack(0, after), later, 0, 0);
  }
};

TEST(BlockOrder, NeedsBothAndInThatOrder) {
  Blocks none;
  EXPECT_FALSE(none.ordered(0, 1));
  EXPECT_FALSE(none.acquire(1, kFlag)) << "there is nothing to see";
  none.release(0, kFlag);
  EXPECT_FALSE(none.ordered(0, 1)) << "it looked too early";
  EXPECT_TRUE(none.acquire(1, kFlag));
  EXPECT_TRUE(none.ordered(0, 1));
  EXPECT_FALSE(none.ordered(1, 0)) << "not the other way round";
  EXPECT_FALSE(none.ordered(0, 2)) << "not for others";
  EXPECT_FALSE(none.ordered(2, 1));
}

TEST(BlockOrder, NeedsTheSameAddress) {
  Blocks blocks;
  blocks.release(0, kFlag);
  EXPECT_FALSE(blocks.acquire(1, kOtherFlag));
  EXPECT_FALSE(blocks.ordered(0, 1));
  blocks.release(2, kOtherFlag);
  EXPECT_TRUE(blocks.acquire(1, kOtherFlag));
  EXPECT_FALSE(blocks.ordered(0, 1));
  EXPECT_TRUE(blocks.ordered(2, 1));
}

TEST(BlockOrder, IsOfWhatCameBeforeTheReleaseThatWasSeen) {
  Blocks blocks;
  blocks.release(0, kFlag);
  blocks.acquire(1, kFlag);
  blocks.release(0, kFlag);  // a second one, which block 1 has not seen
  EXPECT_TRUE(blocks.ordered(0, 1, 0));
  EXPECT_FALSE(blocks.ordered(0, 1, 1));
  EXPECT_TRUE(blocks.acquire(1, kFlag));
  EXPECT_TRUE(blocks.ordered(0, 1, 1));
  EXPECT_FALSE(blocks.ordered(0, 1, 2));
}

TEST(BlockOrder, TellsWhetherThereWasSomethingNew) {
  Blocks blocks;
  blocks.release(0, kFlag);
  EXPECT_TRUE(blocks.acquire(1, kFlag));
  EXPECT_FALSE(blocks.acquire(1, kFlag)) << "a loop that waits sees nothing new";
  EXPECT_TRUE(blocks.order.acquire(kFlag, 1, 1, 0)) << "another warp does";
  EXPECT_TRUE(blocks.order.acquire(kFlag, 1, 1, 1)) << "and so does the next interval";
  EXPECT_FALSE(blocks.order.acquire(kFlag, 1, 1, 1));
  EXPECT_TRUE(blocks.acquire(2, kFlag));
  blocks.release(0, kFlag);
  EXPECT_TRUE(blocks.order.acquire(kFlag, 1, 1, 1));
  blocks.release(0, kOtherFlag);
  EXPECT_TRUE(blocks.order.acquire(kOtherFlag, 1, 1, 1)) << "another flag";
}

TEST(BlockOrder, KeepsAReleaseOnce) {
  BlockOrder order(1);
  for (int i = 0; i < 3; ++i) order.release(kFlag, {0, 0, 0, 1, 0, 0});
  EXPECT_TRUE(order.acquire(kFlag, 1, 0, 0));
  order.release(kFlag, {0, 0, 0, 1, 0, 0});
  EXPECT_FALSE(order.acquire(kFlag, 1, 0, 0)) << "the same once more";
  order.release(kFlag, {0, 0, 1, 1, 0, 0});
  EXPECT_TRUE(order.acquire(kFlag, 1, 0, 0));
  order.acquire(kFlag, 0, 0, 1);
  order.release(kFlag, {0, 0, 1, 1, 0, 0});
  EXPECT_TRUE(order.acquire(kFlag, 1, 0, 0)) << "it knows more now";
}

// ---- chains ----

TEST(BlockOrder, GoesOnFromBlockToBlock) {
  Blocks blocks;
  std::uintptr_t flag = kFlag;
  for (std::uint32_t block = 0; block < 7; ++block, flag += 4) {
    blocks.release(block, flag);
    blocks.acquire(block + 1, flag);
  }
  for (std::uint32_t earlier = 0; earlier < 8; ++earlier) {
    for (std::uint32_t later = 0; later < 8; ++later) {
      if (earlier == later) continue;
      EXPECT_EQ(blocks.ordered(earlier, later), earlier < later) << earlier << " " << later;
    }
  }
}

TEST(BlockOrder, GoesOnOnlyFromWhatWasSeenBeforeTheRelease) {
  Blocks blocks;
  blocks.release(1, kOtherFlag);  // before it has seen block 0's
  blocks.release(0, kFlag);
  blocks.acquire(1, kFlag);
  blocks.acquire(2, kOtherFlag);
  EXPECT_TRUE(blocks.ordered(0, 1));
  EXPECT_TRUE(blocks.ordered(1, 2));
  EXPECT_FALSE(blocks.ordered(0, 2));
  blocks.release(1, kOtherFlag);
  blocks.acquire(2, kOtherFlag);
  EXPECT_TRUE(blocks.ordered(0, 2));
}

TEST(BlockOrder, GoesThroughACounterThatAllAddTo) {
  Blocks blocks;  // the last block of a reduction: each has seen those before it
  for (std::uint32_t block = 0; block < 8; ++block) {
    blocks.release(block, kFlag);
    blocks.acquire(block, kFlag);
  }
  for (std::uint32_t earlier = 0; earlier < 8; ++earlier) {
    for (std::uint32_t later = 0; later < 8; ++later) {
      if (earlier == later) continue;
      EXPECT_EQ(blocks.ordered(earlier, later), earlier < later);
    }
  }
}

TEST(BlockOrder, InAChainWarpsAndBarriersOfTheBlocksBetweenCount) {
  const auto ordered = [](std::uint32_t acquire_warp, std::uint32_t acquire_phase,
                          std::uint32_t release_warp, std::uint32_t release_phase) {
    BlockOrder order(1);
    order.release(kFlag, {0, 0, 0, 1, 0, 0});
    order.acquire(kFlag, 1, acquire_warp, acquire_phase);
    order.release(kOtherFlag, {1, release_warp, release_phase, 1, 0, 0});
    order.acquire(kOtherFlag, 2, 0, 0);
    return order.ordered(0, 0, Timestamp::pack(0, 0), 2, 0, 0);
  };
  EXPECT_TRUE(ordered(0, 0, 0, 0));
  EXPECT_FALSE(ordered(1, 0, 0, 0)) << "one warp has seen it, another one releases";
  EXPECT_TRUE(ordered(1, 0, 0, 1)) << "with a barrier between";
  EXPECT_TRUE(ordered(1, 3, 1, 3));
  EXPECT_FALSE(ordered(1, 3, 2, 3));
}

TEST(BlockOrder, FindsOlderWaysToo) {
  // Block 2 sees block 0 first, then another one: by another flag, or by the same one a second time.
  struct Second {
    std::uint32_t block, stranger;
    std::uintptr_t flag;
  };
  for (const auto [block, stranger, flag] : {Second{3, 1, kOtherFlag}, Second{1, 3, kFlag}}) {
    Blocks blocks;
    blocks.release(0, kFlag);
    blocks.acquire(2, kFlag);
    blocks.release(block, flag);
    blocks.acquire(2, flag);
    EXPECT_TRUE(blocks.ordered(0, 2));
    EXPECT_TRUE(blocks.ordered(block, 2));
    EXPECT_FALSE(blocks.ordered(stranger, 2));
  }
}

TEST(BlockOrder, ALookByAnotherWarpDoesNotHideAnEarlierOne) {
  BlockOrder order(1);
  order.release(kFlag, {0, 0, 0, 1, 0, 0});
  order.acquire(kFlag, 2, 0, 0);
  order.release(kFlag, {1, 0, 0, 1, 0, 0});
  order.acquire(kFlag, 2, 1, 0);  // by warp 1: of no use for warp 0
  EXPECT_TRUE(order.ordered(0, 0, Timestamp::pack(0, 0), 2, 0, 0));
  EXPECT_FALSE(order.ordered(1, 0, Timestamp::pack(0, 0), 2, 0, 0));
  EXPECT_TRUE(order.ordered(1, 0, Timestamp::pack(0, 0), 2, 1, 0));
  EXPECT_TRUE(order.ordered(1, 0, Timestamp::pack(0, 0), 2, 0, 1));
}

TEST(BlockOrder, OfBlocksThatHandAFlagToAndFro) {
  Blocks blocks;
  for (unsigned turn = 0; turn < 100; ++turn) {
    const std::uint32_t giver = turn % 2;
    blocks.release(giver, kFlag);
    EXPECT_TRUE(blocks.acquire(1 - giver, kFlag));
    EXPECT_TRUE(blocks.ordered(giver, 1 - giver, turn / 2));
    EXPECT_FALSE(blocks.ordered(giver, 1 - giver, turn / 2 + 1));
    EXPECT_FALSE(blocks.ordered(1 - giver, giver, (turn + 1) / 2));
  }
}

// Blocks run side by side, on several processors.
void run_side_by_side() {
  constexpr std::uint32_t kKnown = 50, kBlocks = 10'000;
  BlockOrder order(1);
  std::atomic<unsigned> wrong{0}, running{4};
  const auto hand_over = [&](std::uint32_t block) {  // to the next one
    order.release(kFlag + 4 * block, {block, 0, 0, 1, 0, 0});
    wrong += !order.acquire(kFlag + 4 * block, block + 1, 0, 0);
  };
  for (std::uint32_t block = 0; block < 2 * kKnown; block += 2) hand_over(block);
  std::vector<std::thread> threads;
  for (const std::uint32_t first : {2 * kKnown, 2 * kKnown + 2 * kBlocks}) {
    threads.emplace_back([&, first] {
      for (std::uint32_t i = 0; i < 2 * kBlocks; i += 2) hand_over(first + i);
      --running;
    });
  }
  for (const std::uint32_t first : {8 * kBlocks, 16 * kBlocks}) {
    threads.emplace_back([&, first] {
      for (std::uint32_t i = 0; i < 2 * kBlocks; ++i) order.cluster_barrier(first + i, 1);
      --running;
    });
  }
  threads.emplace_back([&] {
    while (running > 0) {
      for (std::uint32_t block = 0; block < 2 * kKnown; block += 2) {
        wrong += !order.ordered(block, 0, Timestamp::pack(0, 0), block + 1, 0, 0);
        wrong += order.acquire(kFlag + 4 * block, block + 1, 0, 0);  // nothing new
      }
    }
  });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0u);
}

// A lock that is missing is noticed by chance: so, several times.
TEST(BlockOrder, IsKeptForBlocksThatRunAtTheSameTime) {
  for (int round = 0; round < 4; ++round) run_side_by_side();
}

// What is too much to find out is taken for ordered: no program gets a report that may be wrong.
TEST(BlockOrder, GivesUpInFavourOfTheProgram) {
  Blocks few, many;
  for (unsigned i = 0; i < 250'000; ++i) {
    if (i < 1000) few.release(1, kFlag);
    many.release(1, kFlag);
  }
  few.acquire(2, kFlag);
  many.acquire(2, kFlag);
  EXPECT_FALSE(few.ordered(0, 2));
  EXPECT_FALSE(many.ordered(0, 2));
  Blocks looks;
  for (unsigned i = 0; i < 250'000; ++i) {
    looks.order.release(kFlag + 4 * (i % 2), {1, 0, i, 1, 0, 0});
    looks.order.acquire(kFlag + 4 * (i % 2), 2, 0, 0);
  }
  EXPECT_FALSE(looks.ordered(0, 2));
  for (unsigned i = 0; i < 3'900'000; ++i) many.release(1, kFlag);
  many.acquire(2, kFlag);
  EXPECT_TRUE(many.ordered(0, 2));
}

// A fence of an earlier interval speaks for its own warp there, whatever the others have called.
TEST(BlockOrder, KnowsWhichWarpHasFencedInAnEarlierInterval) {
  BlockOrder order(1);
  ThreadOrder::VectorClock clocks{};
  clocks[1] = 2;
  order.fenced(0, 3, clocks);
  order.release(kFlag, {0, 5, 7, 0});
  order.acquire(kFlag, 1, 0, 0);
  const auto ordered = [&](std::uint32_t warp, std::uint32_t phase, std::uint32_t clock) {
    return order.ordered(0, warp, Timestamp::pack(phase, clock), 1, 0, 0);
  };
  EXPECT_TRUE(ordered(1, 3, 0));
  EXPECT_TRUE(ordered(1, 3, 1));
  EXPECT_FALSE(ordered(1, 3, 2)) << "after its fence";
  EXPECT_FALSE(ordered(2, 3, 0)) << "another warp, which has called none";
  EXPECT_TRUE(ordered(2, 2, 9)) << "before the barrier in front of the fence";
  EXPECT_FALSE(ordered(2, 4, 0));
}

// ---- clusters ----

TEST(ClusterOrder, BlocksOfAClusterMeet) {
  BlockOrder order(2);
  const auto ordered = [&](std::uint32_t earlier, std::uint32_t phase, std::uint32_t later) {
    return order.ordered(earlier, 0, Timestamp::pack(phase, 0), later, 0, 0);
  };
  EXPECT_FALSE(ordered(0, 0, 1));
  order.cluster_barrier(0, 3);  // block 0 begins its phase 3, block 1 its phase 1
  order.cluster_barrier(1, 1);
  EXPECT_TRUE(ordered(0, 0, 1));
  EXPECT_TRUE(ordered(0, 2, 1));
  EXPECT_FALSE(ordered(0, 3, 1)) << "after they met";
  EXPECT_TRUE(ordered(1, 0, 0));
  EXPECT_FALSE(ordered(1, 1, 0));
  EXPECT_FALSE(ordered(0, 0, 2)) << "another cluster";
  EXPECT_FALSE(ordered(2, 0, 3)) << "which has not met";
  order.cluster_barrier(0, 7);
  order.cluster_barrier(1, 2);
  EXPECT_TRUE(ordered(0, 6, 1));
  EXPECT_FALSE(ordered(0, 7, 1));
}

TEST(ClusterOrder, WithoutClustersNobodyMeets) {
  BlockOrder order(1);
  order.cluster_barrier(0, 1);
  order.cluster_barrier(1, 1);
  EXPECT_FALSE(order.ordered(0, 0, Timestamp::pack(0, 0), 1, 0, 0));
}

TEST(ClusterOrder, WhatABlockHasDoneItsClusterReleases) {
  const auto ordered = [](std::uint32_t releases, bool before, bool meets) {
    BlockOrder order(2);
    if (before) order.release(kFlag, {releases, 0, 0, 1, 0, 0});
    if (meets) {
      order.cluster_barrier(0, 1);
      order.cluster_barrier(1, 1);
    }
    if (!before) order.release(kFlag, {releases, 0, 1, 1, 0, 0});
    order.acquire(kFlag, 4, 0, 0);
    return order.ordered(0, 0, Timestamp::pack(0, 0), 4, 0, 0);
  };
  EXPECT_TRUE(ordered(0, false, false)) << "its own release";
  EXPECT_TRUE(ordered(1, false, true)) << "they have met, and the other one releases";
  EXPECT_FALSE(ordered(1, false, false)) << "they have not met";
  EXPECT_FALSE(ordered(1, true, true)) << "they met after the release";
  EXPECT_FALSE(ordered(2, false, true)) << "another cluster";
  EXPECT_FALSE(ordered(3, false, true));
}

TEST(ClusterOrder, CountsTheMeetingsBeforeTheRelease) {
  BlockOrder order(2);
  order.cluster_barrier(0, 1);
  order.cluster_barrier(1, 1);
  order.release(kFlag, {1, 0, 1, 1, 0, 0});  // after one meeting
  order.cluster_barrier(0, 2);
  order.cluster_barrier(1, 2);
  order.acquire(kFlag, 4, 0, 0);
  EXPECT_TRUE(order.ordered(0, 0, Timestamp::pack(0, 0), 4, 0, 0));
  EXPECT_FALSE(order.ordered(0, 0, Timestamp::pack(1, 0), 4, 0, 0)) << "before the second one";
}

}  // namespace
}  // namespace simt
