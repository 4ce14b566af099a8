// Races on global memory: which two uses of the same bytes are one, whatever the requests and values.
#include "races/global_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <random>
#include <sstream>
#include <thread>
#include <vector>

#include "test_grid.h"

namespace simt {
namespace {

// ---- the table: kinds of uses x who it is x what lies between ----

enum Between {
  kNothing,
  kBlockBarriers,
  kFenceAndAtomic,
  kFenceOnly,
  kAtomicOnly,
  kFenceBefore,  ///< the earlier use
  kClusterBarrier,
  kGridBarrier,
  kBetweens
};
constexpr const char* kNameOf[] = {
    "nothing", "barriers of both blocks",    "fence and atomic",       "fence",
    "atomic",  "fence before it and atomic", "barrier of the cluster", "barrier of the grid"};

TEST(GlobalRace, IsTwoBlocksAtTheSameBytesOneWritesNotBothStrongWithNothingBetween) {
  constexpr unsigned kBlock = 3, kThread = 37;
  struct {
    unsigned block, thread;
  } const later_ones[] = {{3, 37}, {3, 40}, {3, 70},
                          {2, 37}, {4, 37}, {2, 5}};  // 2 and 3: a cluster
  for (const Kind earlier : kKinds) {
    for (const Kind later : kKinds) {
      for (const auto& [block, thread] : later_ones) {
        for (int between = kNothing; between < kBetweens; ++between) {
          TestGrid grid(8, 2);
          if (between == kFenceBefore) grid.block(kBlock).fence(kThread);
          grid.use(kBlock, kThread, earlier, 8);
          if (between == kBlockBarriers) {
            grid.block(kBlock).barrier();
            if (block != kBlock) grid.block(block).barrier();
          }
          if (between == kFenceAndAtomic || between == kFenceOnly) {
            grid.block(kBlock).fence(kThread);
          }
          if (between == kFenceAndAtomic || between == kAtomicOnly || between == kFenceBefore) {
            grid.block(kBlock).release(kFlag, kThread);
            grid.block(block).acquire(kFlag, thread);
          }
          if (between == kClusterBarrier) {
            for (const unsigned one : {2u, 3u}) {
              grid.block(one).barrier();
              grid.block(one).cluster_barrier();
            }
          }
          if (between == kGridBarrier) grid.grid_barrier();
          grid.use(block, thread, later, 8);
          const bool is_barrier = between == kBlockBarriers || between == kClusterBarrier;
          const bool is_ordered = between == kFenceAndAtomic || between == kGridBarrier ||
                                  (between == kClusterBarrier && block / 2 == kBlock / 2) ||
                                  (block == kBlock && (thread == kThread || is_barrier));
          const bool is_race = (writes(earlier) || writes(later)) &&
                               !(is_strong_kind(earlier) && is_strong_kind(later)) && !is_ordered;
          ASSERT_EQ(grid.races(), is_race)
              << name_of(earlier) << ", then " << name_of(later) << " by thread " << thread
              << " of block " << block << ", between them: " << kNameOf[between];
          if (!is_race) continue;
          const BlockAccess& first = block < kBlock ? grid.race().second : grid.race().first;
          const BlockAccess& second = block < kBlock ? grid.race().first : grid.race().second;
          EXPECT_EQ(grid.race().address, kBuffer + 8);
          EXPECT_LE(grid.race().first.block, grid.race().second.block);
          EXPECT_EQ(first.block, kBlock);
          EXPECT_EQ(first.thread, kThread);
          EXPECT_EQ(first.use, use_of_kind(earlier));
          EXPECT_EQ(first.pc, line(kThread + 1));
          EXPECT_EQ(second.block, block);
          EXPECT_EQ(second.thread, thread);
          EXPECT_EQ(second.use, use_of_kind(later));
          EXPECT_EQ(second.pc, line(thread + 1));
        }
      }
    }
  }
}

// ---- bytes ----

TEST(GlobalRace, NeedsACommonByte) {
  for (const unsigned first_bytes : {1u, 2u, 4u, 8u, 16u}) {
    for (const unsigned second_bytes : {1u, 2u, 4u, 8u, 16u}) {
      for (unsigned first = 96; first < 160; first += first_bytes) {  // two lines
        for (unsigned second = 96; second < 160; second += second_bytes) {
          TestGrid grid(2);
          grid.use(0, 0, kWrites, first, first_bytes, 1).use(1, 0, kReads, second, second_bytes);
          const bool meet = first < second + second_bytes && second < first + first_bytes;
          ASSERT_EQ(grid.races(), meet)
              << first_bytes << " bytes at " << first << ", " << second_bytes << " at " << second;
          ASSERT_EQ(grid.race().address, meet ? kBuffer + std::max(first, second) : 0);
        }
      }
    }
  }
}

TEST(GlobalRace, OfARowKnowsTheThreads) {
  for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u}) {
    for (const unsigned at : {0u, 16u, 112u}) {
      for (const std::uint32_t lanes : {kAll, kLowHalf, kHighHalf, 0x7fff'fffeu}) {
        for (unsigned lane = 0; lane < 32; ++lane) {
          TestGrid grid(2);
          grid.row(0, 3, kWrites, at, bytes, lanes);
          grid.use(1, 0, kReads, at + lane * bytes + bytes - 1, 1);
          ASSERT_EQ(grid.races(), (lanes >> lane & 1) != 0);
          if (!grid.races()) continue;
          ASSERT_EQ(grid.race().address, kBuffer + at + lane * bytes + bytes - 1);
          ASSERT_EQ(grid.race().first.thread, 96 + lane);
          TestGrid other(2);  // and the other way round
          other.use(0, 5, kReads, at + lane * bytes, 1).row(1, 3, kWrites, at, bytes, lanes);
          ASSERT_TRUE(other.races());
          ASSERT_EQ(other.race().second.thread, 96 + lane);
          ASSERT_EQ(other.race().first.thread, 5u);
        }
      }
    }
  }
}

TEST(GlobalRace, NextToARowIsNone) {
  for (const unsigned bytes : {1u, 4u, 16u}) {
    for (const unsigned at : {32u, 144u}) {
      TestGrid grid(2);
      grid.row(0, 0, kWrites, at, bytes);
      grid.use(1, 0, kWrites, at - 1, 1).use(1, 0, kWrites, at + 32 * bytes, 1);
      EXPECT_FALSE(grid.races());
      grid.use(1, 0, kWrites, at + 32 * bytes - 1, 1);
      EXPECT_TRUE(grid.races());
    }
  }
}

// The first race of the blocks: of the lowest later block, then the lowest earlier one, then the lowest
// address.
TEST(GlobalRace, IsTheFirstInTheOrderOfTheBlocks) {
  TestGrid grid;
  grid.use(5, 0, kWrites, 64).use(6, 0, kReads, 64);
  EXPECT_EQ(grid.race().second.block, 6u);
  grid.use(2, 0, kWrites, 40).use(4, 0, kReads, 40);
  EXPECT_EQ(grid.race().second.block, 4u);
  EXPECT_EQ(grid.race().first.block, 2u);
  grid.use(5, 0, kReads, 40);
  EXPECT_EQ(grid.race().second.block, 4u) << "a later one";
  grid.use(3, 0, kWrites, 48).use(4, 0, kReads, 48);
  EXPECT_EQ(grid.race().first.block, 2u);
  grid.use(1, 0, kWrites, 80).use(4, 0, kReads, 80);
  EXPECT_EQ(grid.race().first.block, 1u);
  EXPECT_EQ(grid.race().address, kBuffer + 80);
  grid.use(1, 0, kWrites, 32).use(4, 0, kReads, 32);
  EXPECT_EQ(grid.race().address, kBuffer + 32);
  grid.use(0, 0, kWrites, 120).use(1, 0, kReads, 120);
  EXPECT_EQ(grid.race().second.block, 1u);
}

TEST(GlobalRace, HasTheLowestAddressOfAnAccess) {
  TestGrid grid(2);
  grid.row(0, 0, kWrites, 0, 16);
  grid.row(1, 1, kReads, 64, 4);
  EXPECT_EQ(grid.race().address, kBuffer + 64);
  EXPECT_EQ(grid.race().first.thread, 4u);
  EXPECT_EQ(grid.race().second.thread, 32u);
}

TEST(GlobalRace, NeedsSeveralThreads) {
  GridChecks one(1, 1, 1), block(1, 1, 2), two(2, 1, 1), too_many(~std::uint64_t{0}, 1, 32);
  EXPECT_FALSE(one.watches());
  EXPECT_TRUE(block.watches());
  EXPECT_TRUE(two.watches());
  EXPECT_FALSE(too_many.watches());
  GlobalCheck check;
  EXPECT_FALSE(check.watches());
  check.begin_block(&two, 0);
  EXPECT_TRUE(check.watches());
  check.begin_block(nullptr, 0);
  EXPECT_FALSE(check.watches());
}

TEST(GlobalRace, OfAnotherLaunchIsNone) {
  TestGrid first(2);
  first.use(0, 0, kWrites);
  TestGrid second(2);
  second.use(1, 0, kWrites);
  EXPECT_FALSE(first.races() || second.races());
  first.use(1, 0, kWrites);
  EXPECT_FALSE(first.races()) << "the memory's notes are the newer launch's now";
  second.use(0, 0, kReads);
  EXPECT_TRUE(second.races()) << "and an older one leaves them alone";
}

// ---- requests of any shape ----

TEST(Request, OfLanesInAnyOrder) {
  const std::uint64_t addresses[] = {kBuffer + 40, kBuffer + 0, kBuffer + 4, kBuffer + 4,
                                     kBuffer + 4,  kBuffer + 8, kBuffer + 80};
  const std::uint8_t lanes[] = {0, 1, 2, 3, 4, 9, 31};
  const std::map<unsigned, unsigned> thread_at = {{40, 64}, {0, 65}, {4, 66}, {8, 73}, {80, 95}};
  for (unsigned at = 0; at < 128; at += 4) {
    TestGrid grid(2);
    grid.block(0).request(key_at(1, access_of_kind(kWrites, 4)), 2, 7, addresses, lanes, false);
    grid.use(1, 0, kReads, at);
    const auto it = thread_at.find(at);
    ASSERT_EQ(grid.races(), it != thread_at.end()) << at;
    EXPECT_EQ(grid.race().first.thread, it != thread_at.end() ? it->second : 0) << at;
  }
}

TEST(Request, OfLanesThatAreNotNeighboursIsNoRun) {
  const std::uint64_t addresses[] = {kBuffer, kBuffer + 4, kBuffer + 8};
  const std::uint8_t lanes[] = {3, 5, 6};
  for (unsigned i = 0; i < 3; ++i) {
    TestGrid grid(2);
    grid.block(0).request(key_at(1, access_of_kind(kWrites, 4)), 0, 3, addresses, lanes, false);
    grid.use(1, 0, kReads, 4 * i);
    ASSERT_TRUE(grid.races());
    EXPECT_EQ(grid.race().first.thread, lanes[i]);
  }
}

TEST(Request, WhatWasSeenBeforeIsNotLookedAtAgain) {
  const std::uint64_t addresses[] = {kBuffer | kSeen, kBuffer + 4, (kBuffer + 8) | kSeen,
                                     (kBuffer + 12) | kSeen, kBuffer + 16};
  const std::uint8_t lanes[] = {0, 1, 2, 3, 4};
  const bool races[] = {false, true, false, false, true};
  for (unsigned i = 0; i < 5; ++i) {
    TestGrid grid(2);
    grid.block(0).request(key_at(1, access_of_kind(kWrites, 4)), 0, 5, addresses, lanes, false);
    grid.use(1, 0, kReads, 4 * i);
    EXPECT_EQ(grid.races(), races[i]) << i;
    EXPECT_EQ(grid.race().first.thread, races[i] ? i : 0);
  }
}

TEST(LookAt, ShowsTheEventsOfALaneOnce) {
  std::vector<TraceEvent> events = {
      {key_at(1, access_of_kind(kWrites, 4)), kBuffer},
      {key_at(2, Warp::kBasicBlock), 0},
      {key_at(3, {Op::kStore, Space::kShared, 4}), kBuffer + 8},
      {key_at(4, access_of_kind(kWrites, 4)), kBuffer + 4},
  };
  const auto races_at = [&](unsigned at) {
    TestGrid grid(2);
    std::vector<TraceEvent> copy = events;
    grid.block(0).check_events(70, copy.data(), copy.data() + copy.size());
    grid.block(0).check_events(70, copy.data(), copy.data() + copy.size());
    grid.use(1, 0, kReads, at);
    EXPECT_EQ(grid.race().first.thread, grid.races() ? 70u : 0u);
    return grid.races();
  };
  EXPECT_TRUE(races_at(0));
  EXPECT_TRUE(races_at(4));
  EXPECT_FALSE(races_at(8)) << "shared memory";
  events[0].address |= kSeen;
  EXPECT_FALSE(races_at(0));
  EXPECT_TRUE(races_at(4));
  events[3].address |= kSeen;
  EXPECT_FALSE(races_at(4));
  EXPECT_FALSE(races_at(0)) << "what was seen, was seen with all before it";
  for (TraceEvent& event : events) event.address &= kAddressMask;
  TestGrid grid(2);
  grid.block(0).check_events(0, events.data(), events.data());
  for (const TraceEvent& event : events) EXPECT_EQ(event.address & kSeen, 0u);
  grid.block(1).check_events(0, events.data(), events.data() + events.size());
  for (const TraceEvent& event : events) EXPECT_NE(event.address & kSeen, 0u);
  EXPECT_FALSE(grid.races());
}

// ---- writes of the same value ----

TEST(GlobalWrites, OfTheSameValuePass) {
  for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u}) {
    for (const unsigned at : {0u, 48u, 112u}) {
      struct {
        unsigned first, second;
        bool is_race;
      } const values[] = {{7, 7, false}, {7, 8, true}, {0, 8, false}, {7, 0, false}};
      for (const auto& [first, second, is_race] : values) {
        TestGrid grid(2);
        grid.use(0, 0, kWrites, at, bytes, first).use(1, 0, kWrites, at, bytes, second);
        EXPECT_EQ(grid.races(), is_race) << bytes << " bytes, " << first << " and " << second;
      }
    }
  }
}

TEST(GlobalWrites, OfTheSameValueRaceWithOtherUsesAllTheSame) {
  for (const Kind kind : {kWrites, kVolatileWrite}) {
    TestGrid grid(3);
    grid.use(0, 0, kind, 0, 4, 7).use(1, 0, kWrites, 0, 4, 7);
    EXPECT_FALSE(grid.races());
    grid.use(2, 0, kReads);
    EXPECT_TRUE(grid.races());
    EXPECT_EQ(grid.race().first.block, 0u);
  }
  TestGrid update(2);
  update.use(0, 0, kWrites, 0, 4, 7).use(1, 0, kUpdates, 0, 4, 7);
  EXPECT_TRUE(update.races());
  TestGrid updated(2);
  updated.use(0, 0, kUpdates, 0, 4, 7).use(1, 0, kWrites, 0, 4, 7);
  EXPECT_TRUE(updated.races());
  TestGrid width(2);  // nobody compares values of different widths
  width.use(0, 0, kWrites, 0, 4, 7).use(1, 0, kWrites, 0, 8, 7);
  EXPECT_TRUE(width.races());
}

TEST(GlobalWrites, OfRowsAreComparedLaneByLane) {
  std::vector<unsigned> values(32);
  for (unsigned i = 0; i < 32; ++i) values[i] = 100 + i;
  for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u}) {
    for (const unsigned at : {0u, 64u, 112u}) {
      TestGrid same(2);
      same.row(0, 0, kWrites, at, bytes, kAll, values).row(1, 5, kWrites, at, bytes, kAll, values);
      ASSERT_FALSE(same.races()) << bytes << " bytes at " << at;
      for (unsigned lane = 0; lane < 32; ++lane) {
        std::vector<unsigned> others = values;
        others[lane] += 1;
        TestGrid grid(2);
        grid.row(0, 0, kWrites, at, bytes, kAll, values);
        grid.row(1, 5, kWrites, at, bytes, kAll, others);
        ASSERT_TRUE(grid.races()) << bytes << " bytes at " << at << ", lane " << lane;
        EXPECT_EQ(grid.race().address, kBuffer + at + lane * bytes);
        EXPECT_EQ(grid.race().first.thread, lane);
        EXPECT_EQ(grid.race().second.thread, 160 + lane);
      }
      // A part of the row only.
      TestGrid part(2);
      part.row(0, 0, kWrites, at, bytes, kAll, values);
      part.row(1, 5, kWrites, at, bytes, 0x00ff'ff00, values);
      EXPECT_FALSE(part.races());
      part.use(1, 9, kWrites, at + 31 * bytes, bytes, 131);
      EXPECT_FALSE(part.races());
      part.use(1, 9, kWrites, at + 31 * bytes, bytes, 132);
      EXPECT_TRUE(part.races());
    }
  }
}

TEST(GlobalWrites, TheLastValueCounts) {
  TestGrid grid(2);
  grid.use(0, 0, kWrites, 0, 4, 7).use(0, 0, kWrites, 0, 4, 8).use(1, 0, kWrites, 0, 4, 8);
  EXPECT_FALSE(grid.races());
  TestGrid old(2);
  old.use(0, 0, kWrites, 0, 4, 7).use(0, 0, kWrites, 0, 4, 8).use(1, 0, kWrites, 0, 4, 7);
  EXPECT_TRUE(old.races());
  // Reads and atomic operations leave the value alone.
  TestGrid read(2);
  read.use(0, 0, kWrites, 0, 4, 7).use(0, 0, kReads, 0, 4, 9).use(0, 1, kUpdates, 32, 4, 9);
  read.use(1, 0, kWrites, 0, 4, 7);
  EXPECT_EQ(read.race().first.use, Use::kRead);
}

// ---- any launch: the rule itself, told as simply as can be ----

struct Past {
  unsigned block, thread;
  Kind kind;
  unsigned at, bytes;
};

TEST(GlobalRace, OfAnyUsesIsTheFirstInWhateverOrderTheyCome) {
  std::mt19937 random(7);
  unsigned races = 0;
  for (int round = 0; round < 4000; ++round) {
    std::vector<Past> all;
    const unsigned blocks = 2 + static_cast<unsigned>(random()) % 6;
    const unsigned steps = 2 + static_cast<unsigned>(random()) % 14;
    const unsigned places = 1u << random() % 7;
    const Kind stores = round % 3 == 0 ? kVolatileWrite : kWrites;
    const bool mostly_reads = random() % 2 != 0;
    TestGrid grid(8);
    unsigned value = 0;
    std::ostringstream scenario;
    for (unsigned step = 0; step < steps; ++step) {
      Past now;
      now.block = static_cast<unsigned>(random()) % blocks;
      now.thread = static_cast<unsigned>(random()) % 64;
      now.kind = mostly_reads && random() % 4 != 0 ? kReads : kKinds[random() % 5];
      // Only the last value is kept: a volatile store may hide a plain one's.
      if (writes(now.kind) && now.kind != kUpdates) now.kind = stores;
      now.bytes = 1u << random() % 5;
      now.at = static_cast<unsigned>(random()) % places * now.bytes % 256;
      // Writes are of different values, even of the 15 that a byte's hash can tell apart.
      value = value % 14 + 1;
      grid.use(now.block, now.thread, now.kind, now.at, now.bytes,
               writes(now.kind) ? value + 15 * value : 0);
      all.push_back(now);
      scenario << "block " << now.block << ": " << name_of(now.kind) << " of " << now.at << "-"
               << now.at + now.bytes << "\n";
    }
    std::optional<std::array<std::uintptr_t, 3>> first;
    for (const Past& a : all) {
      for (const Past& b : all) {
        if (a.block > b.block || (a.block == b.block && a.thread == b.thread) ||
            (!writes(a.kind) && !writes(b.kind)) ||
            (is_strong_kind(a.kind) && is_strong_kind(b.kind))) {
          continue;
        }
        const unsigned low = std::max(a.at, b.at);
        if (low >= std::min(a.at + a.bytes, b.at + b.bytes)) continue;
        const std::array<std::uintptr_t, 3> key = {b.block, a.block, kBuffer + low};
        if (!first || key < *first) first = key;
      }
    }
    ASSERT_EQ(grid.races(), first.has_value()) << "round " << round << "\n" << scenario.str();
    if (!first) continue;
    ++races;
    const std::array<std::uintptr_t, 3> told = {grid.race().second.block, grid.race().first.block,
                                                grid.race().address};
    ASSERT_EQ(told, *first) << "round " << round << "\n" << scenario.str();
  }
  EXPECT_GT(races, 1500u);
  EXPECT_LT(races, 3500u);
}

// Blocks run side by side: what they note of one place must not get lost.
TEST(GlobalRace, OfBlocksThatRunAtTheSameTime) {
  for (unsigned round = 0; round < 20; ++round) {
    TestGrid grid(4);
    std::vector<std::thread> threads;
    for (unsigned block = 0; block < 4; ++block) {
      threads.emplace_back([&grid, block] {
        for (unsigned i = 0; i < 200; ++i) grid.use(block, i, kReads, i % 32 * 4);
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_FALSE(grid.races());
    grid.block(0).barrier();
    grid.use(0, 0, kWrites, 4 * round);
    EXPECT_EQ(grid.race().second.block, 1u);
  }
}

}  // namespace
}  // namespace simt
