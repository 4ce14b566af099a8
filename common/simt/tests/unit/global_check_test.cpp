// Races between blocks on global memory: which two uses of the same bytes are one, and what puts them
// in order.
#include "races/global_check.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <thread>
#include <vector>

#include "recorded.h"

namespace simt {
namespace {

enum Kind { kReads, kWrites, kVolatileRead, kVolatileWrite, kUpdates };
constexpr Kind kKinds[] = {kReads, kWrites, kVolatileRead, kVolatileWrite, kUpdates};
const char* name_of(Kind kind) {
  return (const char*[]){"load", "store", "volatile load", "volatile store", "atomic"}[kind];
}
bool writes(Kind kind) { return kind != kReads && kind != kVolatileRead; }
bool is_strong_kind(Kind kind) { return kind >= kVolatileRead; }
Use use_of_kind(Kind kind) {
  return (Use[]){Use::kRead, Use::kWrite, Use::kStrongRead, Use::kStrongWrite, Use::kUpdate}[kind];
}
Access access_of_kind(Kind kind, unsigned bytes) {
  const Op op = kind == kUpdates ? Op::kAtomic : writes(kind) ? Op::kStore : Op::kLoad;
  return {op, Space::kGlobal, bytes, kind == kVolatileRead || kind == kVolatileWrite};
}
const void* line(unsigned number) { return reinterpret_cast<const void*>(std::uintptr_t{number}); }

constexpr std::uintptr_t kFlag = kBuffer + 4096, kOtherFlag = kFlag + 4;

constexpr unsigned kAnother = ~0u;

/// A launch of some blocks, which do what the test says in the order in which it says so.
class Grid {
 public:
  explicit Grid(unsigned blocks = 8, unsigned cluster_blocks = 1)
      : checks(blocks, cluster_blocks, 1024) {
    for (unsigned i = 0; i < blocks; ++i) {
      blocks_.push_back(std::make_unique<GlobalCheck>());
      blocks_[i]->begin_block(&checks, i);
    }
  }
  GlobalCheck& block(unsigned number) { return *blocks_[number]; }

  /// One thread uses kBuffer + at, at the line of its number. @param value 0: not known; by default,
  /// no two writes are of the same value
  Grid& use(unsigned number, unsigned thread, Kind kind, unsigned at = 0, unsigned bytes = 4,
            unsigned value = kAnother) {
    if (value == kAnother) value = next_value_++ & 0xffff;
    const std::uint64_t address = (kBuffer + at) | std::uint64_t{value} << kHashShift;
    const auto lane = static_cast<std::uint8_t>(thread % 32);
    block(number).request(key_at(thread + 1, access_of_kind(kind, bytes)), thread / 32, 1, &address,
                          &lane, false);
    return *this;
  }
  /// The lanes of a warp use memory side by side. @param values of each lane, or none
  Grid& row(unsigned number, unsigned warp, Kind kind, unsigned at = 0, unsigned bytes = 4,
            std::uint32_t lanes = kAll, const std::vector<unsigned>& values = {}) {
    std::vector<std::uint64_t> addresses;
    std::vector<std::uint8_t> lane_of;
    for (unsigned lane = 0; lane < 32; ++lane) {
      if ((lanes >> lane & 1) == 0) continue;
      const std::uint64_t hash = values.empty() ? next_value_++ & 0xffff : values[lane];
      addresses.push_back((kBuffer + at + lane * bytes) | hash << kHashShift);
      lane_of.push_back(static_cast<std::uint8_t>(lane));
    }
    block(number).request(key_at(warp + 1, access_of_kind(kind, bytes)), warp,
                          static_cast<unsigned>(addresses.size()), addresses.data(), lane_of.data(),
                          lanes == kAll);
    return *this;
  }
  const BlockRace& race() {
    checks.conclude();
    return checks.race();
  }
  bool races() { return race().found; }

  void hand_over(unsigned from, unsigned from_thread, unsigned to, unsigned to_thread) {
    block(from).fence(from_thread);
    block(from).release(kFlag, from_thread);
    block(to).acquire(kFlag, to_thread);
  }
  void grid_barrier() {
    checks.all_met();
    for (const auto& one : blocks_) {
      one->barrier();
      one->grid_met();
    }
  }

  GridChecks checks;

 private:
  std::vector<std::unique_ptr<GlobalCheck>> blocks_;
  std::atomic<unsigned> next_value_{16};
};

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
          Grid grid(8, 2);
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
              grid.block(one).cluster_met();
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
          Grid grid(2);
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
          Grid grid(2);
          grid.row(0, 3, kWrites, at, bytes, lanes);
          grid.use(1, 0, kReads, at + lane * bytes + bytes - 1, 1);
          ASSERT_EQ(grid.races(), (lanes >> lane & 1) != 0);
          if (!grid.races()) continue;
          ASSERT_EQ(grid.race().address, kBuffer + at + lane * bytes + bytes - 1);
          ASSERT_EQ(grid.race().first.thread, 96 + lane);
          Grid other(2);  // and the other way round
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
      Grid grid(2);
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
  Grid grid;
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
  Grid grid(2);
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
  Grid first(2);
  first.use(0, 0, kWrites);
  Grid second(2);
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
    Grid grid(2);
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
    Grid grid(2);
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
    Grid grid(2);
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
    Grid grid(2);
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
  Grid grid(2);
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
        Grid grid(2);
        grid.use(0, 0, kWrites, at, bytes, first).use(1, 0, kWrites, at, bytes, second);
        EXPECT_EQ(grid.races(), is_race) << bytes << " bytes, " << first << " and " << second;
      }
    }
  }
}

TEST(GlobalWrites, OfTheSameValueRaceWithOtherUsesAllTheSame) {
  for (const Kind kind : {kWrites, kVolatileWrite}) {
    Grid grid(3);
    grid.use(0, 0, kind, 0, 4, 7).use(1, 0, kWrites, 0, 4, 7);
    EXPECT_FALSE(grid.races());
    grid.use(2, 0, kReads);
    EXPECT_TRUE(grid.races());
    EXPECT_EQ(grid.race().first.block, 0u);
  }
  Grid update(2);
  update.use(0, 0, kWrites, 0, 4, 7).use(1, 0, kUpdates, 0, 4, 7);
  EXPECT_TRUE(update.races());
  Grid updated(2);
  updated.use(0, 0, kUpdates, 0, 4, 7).use(1, 0, kWrites, 0, 4, 7);
  EXPECT_TRUE(updated.races());
  Grid width(2);  // nobody compares values of different widths
  width.use(0, 0, kWrites, 0, 4, 7).use(1, 0, kWrites, 0, 8, 7);
  EXPECT_TRUE(width.races());
}

TEST(GlobalWrites, OfRowsAreComparedLaneByLane) {
  std::vector<unsigned> values(32);
  for (unsigned i = 0; i < 32; ++i) values[i] = 100 + i;
  for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u}) {
    for (const unsigned at : {0u, 64u, 112u}) {
      Grid same(2);
      same.row(0, 0, kWrites, at, bytes, kAll, values).row(1, 5, kWrites, at, bytes, kAll, values);
      ASSERT_FALSE(same.races()) << bytes << " bytes at " << at;
      for (unsigned lane = 0; lane < 32; ++lane) {
        std::vector<unsigned> others = values;
        others[lane] += 1;
        Grid grid(2);
        grid.row(0, 0, kWrites, at, bytes, kAll, values);
        grid.row(1, 5, kWrites, at, bytes, kAll, others);
        ASSERT_TRUE(grid.races()) << bytes << " bytes at " << at << ", lane " << lane;
        EXPECT_EQ(grid.race().address, kBuffer + at + lane * bytes);
        EXPECT_EQ(grid.race().first.thread, lane);
        EXPECT_EQ(grid.race().second.thread, 160 + lane);
      }
      // A part of the row only.
      Grid part(2);
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
  Grid grid(2);
  grid.use(0, 0, kWrites, 0, 4, 7).use(0, 0, kWrites, 0, 4, 8).use(1, 0, kWrites, 0, 4, 8);
  EXPECT_FALSE(grid.races());
  Grid old(2);
  old.use(0, 0, kWrites, 0, 4, 7).use(0, 0, kWrites, 0, 4, 8).use(1, 0, kWrites, 0, 4, 7);
  EXPECT_TRUE(old.races());
  // Reads and atomic operations leave the value alone.
  Grid read(2);
  read.use(0, 0, kWrites, 0, 4, 7).use(0, 0, kReads, 0, 4, 9).use(0, 1, kUpdates, 32, 4, 9);
  read.use(1, 0, kWrites, 0, 4, 7);
  EXPECT_EQ(read.race().first.use, Use::kRead);
}

// ---- several uses by one block ----

TEST(GlobalUses, OfOneBlockDoNotHideEachOther) {
  // Whatever block 0 does first, and whatever then: the later block races with either.
  for (const Kind first : kKinds) {
    for (const Kind second : kKinds) {
      for (const Kind later : kKinds) {
        for (const unsigned bytes : {4u, 8u, 2u}) {
          Grid grid(2);
          grid.use(0, 1, first, 16, 4).use(0, 1, second, 16, bytes).use(1, 0, later, 16, 4);
          const auto meets = [&](Kind kind) {
            return (writes(kind) || writes(later)) &&
                   !(is_strong_kind(kind) && is_strong_kind(later));
          };
          const bool is_race = meets(first) || meets(second);
          ASSERT_EQ(grid.races(), is_race) << name_of(first) << ", " << name_of(second) << " of "
                                           << bytes << " bytes | " << name_of(later);
        }
      }
    }
  }
}

TEST(GlobalUses, TheLastOfABlockIsTold) {
  const std::pair<Kind, Kind> pairs[] = {{kVolatileWrite, kWrites},
                                         {kVolatileRead, kReads},
                                         {kWrites, kWrites},
                                         {kReads, kReads},
                                         {kVolatileWrite, kUpdates}};
  for (const auto& [first, second] : pairs) {
    Grid grid(2);
    grid.use(0, 1, first);
    grid.block(0).barrier();
    grid.use(0, 2, second).use(1, 0, kWrites);
    EXPECT_EQ(grid.race().first.thread, 2u) << name_of(first) << ", " << name_of(second);
    EXPECT_EQ(grid.race().first.use, use_of_kind(second));
    EXPECT_EQ(grid.race().first.pc, line(3));
  }
}

// Two lanes at once, and then the first of them alone: the other one may still be who meets a third use.
TEST(GlobalUses, ASecondUserIsRememberedWhereverItsBytesLie) {
  for (const unsigned at : {0u, 60u, 64u, 124u}) {
    Grid grid(2);
    const std::uint64_t addresses[] = {kBuffer + at, kBuffer + at};
    const std::uint8_t lanes[] = {5, 9};
    grid.block(0).request(key_at(1, access_of_kind(kReads, 4)), 0, 2, addresses, lanes, false);
    grid.use(0, 5, kReads, at).use(0, 5, kWrites, at);
    ASSERT_TRUE(grid.races()) << at;
    EXPECT_EQ(grid.race().first.thread, 9u) << at;
    EXPECT_EQ(grid.race().second.thread, 5u) << at;
  }
}

/// Slots that are taken in kBuffer's first unit.
unsigned slots_in_use() {
  unsigned slots = 0;
  const Unit& unit = unit_of(kBuffer);
  for (unsigned i = 0; i < unit.used; ++i) slots += unit.slots[i].bytes != 0;
  for (const SlotNode* node = unit.more; node != nullptr; node = node->next) {
    for (const Slot& slot : node->slots) slots += slot.bytes != 0;
  }
  return slots;
}

TEST(GlobalUses, OfOnePlaceGrowTogether) {
  // A branch in a row: the same warp, the same line, one part after the other.
  for (unsigned at = 0; at < 128; at += 4) {
    Grid grid(2);
    for (const std::uint32_t lanes : {0xffu, 0xff00'0000u, 0xff'ff00u}) {
      grid.row(0, 3, kWrites, 0, 4, lanes);
      EXPECT_EQ(slots_in_use(), 1u);
    }
    grid.use(1, 0, kReads, at);
    ASSERT_TRUE(grid.races());
    EXPECT_EQ(grid.race().first.thread, 96 + at / 4);
  }
  // What a later use replaces makes room for it.
  Grid again(2);
  for (unsigned thread = 0; thread < 100; ++thread) again.use(0, thread, kReads);
  EXPECT_EQ(slots_in_use(), 2u) << "two readers are enough to know";
  EXPECT_EQ(unit_of(kBuffer).more, nullptr);
}

TEST(GlobalUses, ManyOfOneUnitAreAllKept) {
  // 32 blocks use a word each, at different lines; a last one reads one of them.
  for (unsigned at = 0; at < 128; at += 4) {
    Grid grid(40);
    for (unsigned block = 0; block < 32; ++block) {
      grid.use(block, 100 + block, kWrites, 4 * block);
    }
    ASSERT_FALSE(grid.races());
    grid.use(39, 0, kReads, at);
    ASSERT_TRUE(grid.races()) << at;
    EXPECT_EQ(grid.race().first.block, at / 4);
    EXPECT_EQ(grid.race().first.thread, 100 + at / 4);
  }
}

// Of many blocks that use a byte in the same way, the two lowest are enough: the others would not be told.
TEST(GlobalUses, OfManyBlocksTheLowestAreKept) {
  for (const bool reverse : {false, true}) {
    Grid grid(300);
    for (unsigned i = 0; i < 200; ++i) grid.use(reverse ? 299 - i : i + 100, 0, kReads);
    EXPECT_EQ(slots_in_use(), 2u);
    EXPECT_EQ(unit_of(kBuffer).more, nullptr) << "the places are used again";
    grid.use(50, 3, kWrites);
    ASSERT_TRUE(grid.races());
    EXPECT_EQ(grid.race().first.block, 50u);
    EXPECT_EQ(grid.race().second.block, 100u);
  }
  Grid self(300);  // the lowest one itself writes: the second lowest is told
  for (unsigned i = 0; i < 200; ++i) self.use(i + 100, 0, kReads);
  self.use(100, 0, kWrites);
  EXPECT_EQ(self.race().first.block, 100u);
  EXPECT_EQ(self.race().second.block, 101u);
}

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
    Grid grid(2);
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
      Grid grid(2);
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
  Grid grid(2);
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
    Grid row(2);
    row.block(0).fence(7);
    row.row(0, 0, kWrites);
    row.block(0).release(kFlag, 7);  // thread 7's fence was before its write
    row.block(1).acquire(kFlag, 0);
    row.use(1, 0, kReads, 4 * lane);
    EXPECT_TRUE(row.races()) << lane;
  }
  // Fences of an earlier interval do not count in this one.
  Grid later(2);
  later.block(0).fence(0);
  later.block(0).fence(0);
  later.block(0).barrier();
  later.row(0, 0, kWrites);
  later.block(0).fence(0);
  later.block(0).release(kFlag, 0);
  later.block(1).acquire(kFlag, 0);
  later.row(1, 0, kReads);
  EXPECT_FALSE(later.races());
  Grid again(2);
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
  Grid grid(2);
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
  Grid grid(2);
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
      Grid grid(2);
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
  Grid grid(4);
  grid.use(0, 0, kWrites);
  grid.hand_over(0, 0, 1, 0);
  grid.use(1, 0, kWrites);
  grid.hand_over(1, 0, 2, 0);
  grid.use(2, 0, kReads);
  EXPECT_FALSE(grid.races());
  grid.use(3, 0, kReads);
  EXPECT_EQ(grid.race().first.block, 1u) << "block 0's write is gone";
  // A read that comes after a write leaves it.
  Grid reads(4);
  reads.use(0, 0, kWrites);
  reads.hand_over(0, 0, 1, 0);
  reads.use(1, 0, kReads).use(3, 0, kReads);
  EXPECT_EQ(reads.race().first.block, 0u);
}

TEST(GlobalOrder, TheTicketOfTheLastBlock) {
  // Every block writes its part, fences and takes a ticket; the last one reads all parts.
  for (const bool fences : {true, false}) {
    Grid grid(8);
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
  Grid grid;
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
  Grid grid(2);
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

// ---- within a block ----

TEST(GlobalInside, TwoReadersAreKeptForWhoeverWrites) {
  // Many have read; then one of them writes, or somebody else.
  for (const unsigned readers : {2u, 3u, 40u, 200u}) {
    for (const unsigned writer : {0u, 1u, 33u, 199u, 900u}) {
      Grid grid(1);
      for (unsigned thread = 0; thread < readers; ++thread) grid.use(0, thread, kReads);
      ASSERT_FALSE(grid.races());
      grid.use(0, writer, kWrites);
      EXPECT_TRUE(grid.races()) << readers << " readers, " << writer;
      EXPECT_NE(grid.race().first.thread, grid.race().second.thread);
    }
  }
  // The lanes of one request.
  for (const unsigned writer : {0u, 1u, 31u}) {
    Grid grid(1);
    std::vector<std::uint64_t> addresses(32, kBuffer);
    std::vector<std::uint8_t> lanes;
    for (unsigned lane = 0; lane < 32; ++lane) lanes.push_back(static_cast<std::uint8_t>(lane));
    grid.block(0).request(key_at(1, access_of_kind(kReads, 4)), 0, 32, addresses.data(),
                          lanes.data(), false);
    grid.use(0, writer, kWrites);
    EXPECT_TRUE(grid.races()) << writer;
  }
}

TEST(GlobalInside, IsOrderedByWhatSynchronizesLanes) {
  for (const std::uint32_t lanes : {kAll, 0x3u, 0xffffu, 0x5u}) {
    for (const unsigned later : {1u, 2u, 20u, 40u}) {
      Grid grid(1);
      grid.use(0, 0, kWrites);
      grid.block(0).synchronized(0, lanes, lanes == kAll);
      grid.use(0, later, kReads);
      EXPECT_EQ(grid.races(), later >= 32 || (lanes >> later & 1) == 0) << lanes << " " << later;
    }
  }
  Grid again(1);  // what comes after it is not ordered
  again.use(0, 0, kReads);
  again.block(0).synchronized(0, kAll, true);
  again.use(0, 1, kReads).use(0, 2, kWrites, 4);
  again.block(0).synchronized(0, kAll, true);
  again.use(0, 2, kWrites);
  EXPECT_FALSE(again.races());
  again.use(0, 3, kReads);
  EXPECT_TRUE(again.races());
}

TEST(GlobalInside, FencesOfBothScopesHandOver) {
  for (const Scope scope : {Scope::kDevice, Scope::kBlock}) {
    for (const bool inside : {true, false}) {
      Grid grid(2);
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

TEST(GlobalInside, ARowsLanesAreToldApart) {
  for (const unsigned shift : {0u, 1u, 31u}) {
    Grid grid(1);
    grid.row(0, 2, kReads, 4 * shift).row(0, 2, kWrites, 0);
    EXPECT_EQ(grid.races(), shift > 0) << shift;
    if (shift == 0) continue;
    EXPECT_EQ(grid.race().address, kBuffer + 4 * shift);
    EXPECT_EQ(grid.race().first.thread, 64u);
    EXPECT_EQ(grid.race().second.thread, 64 + shift);
  }
}

// ---- atomic operations, which come one after another ----

/// An atomic operation that is the `turn`-th on its unit.
void update(Grid& grid, unsigned block, unsigned thread, unsigned turn) {
  unit_of(kBuffer).turn = std::max(unit_of(kBuffer).turn, turn);
  grid.use(block, thread, kUpdates, 0, 4, turn & 0xffff);
}

TEST(GlobalTurns, WhoHasDrawnTheLastTicketMayUseItPlainly) {
  for (const unsigned first : {1u, 65'530u}) {  // 16 bits of it are in an event
    for (const Kind kind : {kReads, kWrites}) {
      for (unsigned user = 0; user < 6; ++user) {
        for (const unsigned thread : {0u, 40u}) {
          for (const bool barrier : {true, false}) {
            Grid grid(6);
            unit_of(kBuffer).turn = 0;
            for (unsigned block = 0; block < 6; ++block) update(grid, block, 0, first + block);
            if (barrier) grid.block(user).barrier();
            grid.use(user, thread, kind);
            EXPECT_EQ(grid.races(), user != 5 || (thread != 0 && !barrier)) << user;
          }
        }
      }
    }
  }
  unit_of(kBuffer).turn = 0;
}

TEST(GlobalTurns, AreKnownWheneverTheOthersAreSeen) {
  // Block 0 has drawn the last ticket, and cleared; the others are looked at later.
  for (const unsigned last : {10u, 3u}) {
    Grid grid(6);
    unit_of(kBuffer).turn = 0;
    update(grid, 0, 0, last);
    grid.use(0, 0, kWrites);
    for (unsigned block = 1; block < 6; ++block) update(grid, block, 0, block);
    EXPECT_EQ(grid.races(), last == 3u);
  }
  unit_of(kBuffer).turn = 0;
}

TEST(GlobalTurns, OfThreadsOfABlock) {
  for (unsigned user = 0; user < 100; user += 9) {
    Grid grid(1);
    unit_of(kBuffer).turn = 0;
    for (unsigned thread = 0; thread < 100; ++thread) update(grid, 0, thread, thread + 1);
    grid.use(0, user, kWrites);
    EXPECT_EQ(grid.races(), user != 99) << user;
  }
  unit_of(kBuffer).turn = 0;
}

TEST(GlobalReads, BeforeACompareAndSwapAreNoRaceWithAtomicOperations) {
  for (const bool known_before : {true, false}) {
    for (const Kind other : kKinds) {
      for (const bool swaps : {true, false}) {
        Grid grid(2);
        if (known_before && swaps) grid.checks.reads_before_swaps.add(line(8));
        grid.use(0, 7, kReads);  // at line 8
        grid.use(1, 0, other);
        if (!known_before && swaps) grid.checks.reads_before_swaps.add(line(8));
        EXPECT_EQ(grid.races(), other == kWrites || (!swaps && writes(other))) << name_of(other);
      }
    }
  }
  Grid both(2);  // another read of the same thread does not hide behind it
  both.checks.reads_before_swaps.add(line(8));
  both.use(0, 6, kReads);
  both.block(0).barrier();
  both.use(0, 7, kReads).use(1, 0, kUpdates);
  EXPECT_EQ(both.race().first.thread, 6u);
}

TEST(GlobalOrder, AnOrderedAtomicOperationDoesNotHideAWrite) {
  Grid grid(3);
  grid.use(0, 0, kWrites);
  grid.hand_over(0, 0, 1, 0);
  grid.use(1, 0, kUpdates).use(2, 0, kUpdates);
  EXPECT_EQ(grid.race().first.block, 0u) << "block 2 has waited for nobody";
  EXPECT_EQ(grid.race().second.block, 2u);
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
    Grid grid(8);
    unsigned value = 0;
    std::ostringstream story;
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
      story << "block " << now.block << ": " << name_of(now.kind) << " of " << now.at << "-"
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
    ASSERT_EQ(grid.races(), first.has_value()) << "round " << round << "\n" << story.str();
    if (!first) continue;
    ++races;
    const std::array<std::uintptr_t, 3> told = {grid.race().second.block, grid.race().first.block,
                                                grid.race().address};
    ASSERT_EQ(told, *first) << "round " << round << "\n" << story.str();
  }
  EXPECT_GT(races, 1500u);
  EXPECT_LT(races, 3500u);
}

// Blocks run side by side: what they note of one place must not get lost.
TEST(GlobalRace, OfBlocksThatRunAtTheSameTime) {
  for (unsigned round = 0; round < 20; ++round) {
    Grid grid(4);
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

// ---- tiles of several warps ----

TEST(GlobalRace, ATileThatHasMetIsOrderedAndNobodyElse) {
  constexpr unsigned kTile = 0b0110;  // warps 1 and 2
  for (const unsigned earlier : {40u, 70u, 5u, 100u}) {
    for (const unsigned later : {41u, 71u, 6u, 101u}) {
      Grid grid;
      grid.use(3, earlier, kWrites, 8);
      grid.block(3).warps_met(kTile);
      grid.use(3, later, kReads, 8);
      const auto is_in_tile = [](unsigned thread) { return (kTile >> thread / 32 & 1) != 0; };
      EXPECT_EQ(grid.races(), !(is_in_tile(earlier) && is_in_tile(later))) << earlier << later;
    }
  }
}

TEST(GlobalRace, MeetingsOfTilesHandOnWhatTheirWarpsKnow) {
  Grid grid;
  grid.use(3, 5, kWrites, 8);
  grid.block(3).warps_met(0b0011);
  grid.block(3).warps_met(0b0110);
  grid.use(3, 70, kWrites, 8);
  EXPECT_FALSE(grid.races());
  grid.use(3, 100, kReads, 8);
  EXPECT_TRUE(grid.races());
}

TEST(GlobalRace, OneThreadOfATileSpeaksForItToOtherBlocks) {
  for (const bool waits : {true, false}) {
    Grid grid;
    grid.use(1, 40, kWrites, 8);
    if (waits) grid.block(1).warps_met(0b0011);
    grid.hand_over(1, 0, 2, 0);
    if (waits) grid.block(2).warps_met(0b0011);
    grid.use(2, 40, kReads, 8);
    EXPECT_EQ(grid.races(), !waits);
  }
}

// ---- memory that is given back ----

TEST(Free, IsBesideWhatNothingOrders) {
  constexpr unsigned kFreeing = 5, kThread = 37;
  constexpr std::uintptr_t kAt = kBuffer + 8;
  Grid grid(8, 1);
  GlobalCheck& freeing = grid.block(kFreeing);
  freeing.free_memory(kAt, 200, kThread, line(99));
  GlobalCheck& lower = grid.block(2);
  EXPECT_EQ(lower.blamed_block(), 2u);
  EXPECT_FALSE(lower.is_freed_beside(kAt - 1, 0));
  EXPECT_FALSE(lower.is_freed_beside(kAt + 200, 0));
  EXPECT_EQ(lower.blamed_block(), 2u);
  EXPECT_TRUE(lower.is_freed_beside(kAt + 199, 0));
  EXPECT_EQ(lower.blamed_block(), kFreeing);  // what comes of it is that one's
  EXPECT_TRUE(grid.block(7).is_freed_beside(kAt, 0));
  EXPECT_EQ(grid.block(7).blamed_block(), 7u);
  // In the block itself.
  EXPECT_FALSE(freeing.is_freed_beside(kAt, kThread));
  EXPECT_TRUE(freeing.is_freed_beside(kAt, kThread + 1));
  freeing.barrier();
  EXPECT_FALSE(freeing.is_freed_beside(kAt, kThread + 1));
  EXPECT_EQ(freeing.blamed_block(), kFreeing);
  // Who has been told of it comes after it.
  grid.hand_over(kFreeing, kThread, 3, 0);
  EXPECT_FALSE(grid.block(3).is_freed_beside(kAt, 0));
  EXPECT_TRUE(grid.block(4).is_freed_beside(kAt, 0));
  grid.grid_barrier();
  EXPECT_FALSE(grid.block(4).is_freed_beside(kAt, 0));
}

// Two blocks read and free the same memory: three races at one byte, of which the same one is told in any order.
TEST(Free, OfSeveralRacesOfTwoBlocksTheSameIsToldWhoeverComesFirst) {
  for (const unsigned first : {2u, 3u}) {
    Grid grid(8, 1);
    for (const unsigned block : {first, 5 - first}) {
      grid.use(block, 40, kReads, 8);
      grid.block(block).free_memory(kBuffer, 64, 40, line(99));
    }
    const BlockRace& race = grid.race();
    ASSERT_TRUE(race.found);
    EXPECT_EQ(race.address, kBuffer);
    EXPECT_TRUE(race.first.frees && race.second.frees);  // at the lowest byte
    Grid at_one_byte(8, 1);
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
