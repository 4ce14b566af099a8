// Races on shared memory: which two uses of the same bytes are one, and what values and intervals change.
#include "races/shared_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>
#include <vector>

#include "test_block.h"

namespace simt {
namespace {

// ---- the table: kinds of uses x who it is x what lies between ----

enum Between { kNothing, kBarrier, kWholeWarp, kBoth, kNotTheEarlier, kNotTheLater, kOtherWarp };

constexpr unsigned kEarlier = 37;  // lane 5 of warp 1
struct Later {
  unsigned thread;
  const char* who;
};
constexpr Later kLater[] = {{37, "the same thread"},
                            {44, "another lane"},
                            {32, "the first lane"},
                            {63, "the last lane"},
                            {69, "the same lane of the next warp"},
                            {5, "the same lane of the warp before"},
                            {1023, "the last thread"}};

void come_together(TestBlock& block, Between between, unsigned later) {
  const std::uint32_t earlier_lane = 1u << 5, later_lane = 1u << later % 32;
  const std::uint32_t rest = 1u << 20 | 1u << 21;
  switch (between) {
    case kNothing:
      break;
    case kBarrier:
      block.check.barrier();
      break;
    case kWholeWarp:
      block.whole_warp(1);
      break;
    case kBoth:
      block.some_lanes(1, earlier_lane | later_lane | rest);
      break;
    case kNotTheEarlier:
      block.some_lanes(1, later_lane | rest);
      break;
    case kNotTheLater:
      block.some_lanes(1, earlier_lane | rest);
      break;
    case kOtherWarp:
      block.whole_warp(0);
      block.whole_warp(2);
      break;
  }
}

TEST(SharedRace, IsTwoUsesOfTheSameBytesOneAWriteNotBothAtomicWithNothingBetween) {
  for (const Kind earlier : kKinds) {
    for (const Kind later : kKinds) {
      for (const auto& [thread, who] : kLater) {
        for (int between = kNothing; between <= kOtherWarp; ++between) {
          TestBlock block;
          block.does(kEarlier, kWrite, 0);
          block.check.barrier();
          ASSERT_FALSE(block.does(kEarlier, earlier));
          come_together(block, Between(between), thread);
          const bool is_in_warp = thread / 32 == 1;
          const bool is_ordered =
              between == kBarrier || (is_in_warp && (between == kWholeWarp || between == kBoth));
          const bool is_race = thread != kEarlier && (writes(earlier) || writes(later)) &&
                               !(is_atomic(earlier) && is_atomic(later)) && !is_ordered;
          ASSERT_EQ(block.does(thread, later), is_race)
              << name_of(earlier) << ", then " << name_of(later) << " by " << who
              << ", between them: " << between;
          if (!is_race) continue;
          EXPECT_EQ(block.check.race().earlier.thread, kEarlier);
          // Of an atomic store the check knows that it was atomic.
          const bool is_update = is_atomic(earlier) && writes(earlier);
          EXPECT_EQ(block.check.race().earlier.op, is_update ? Op::kAtomic : op_of(earlier));
          EXPECT_EQ(block.check.race().earlier.pc, line(kEarlier + 1));
          EXPECT_EQ(block.check.race().later.thread, thread);
          EXPECT_EQ(block.check.race().later.op, op_of(later));
          EXPECT_EQ(block.check.race().later.pc, line(thread + 1));
          EXPECT_EQ(block.check.race().address, block.address(0));
        }
      }
    }
  }
}

// ---- bytes ----

TEST(SharedRace, NeedsACommonByte) {
  for (const unsigned first_bytes : {1u, 2u, 4u, 8u, 16u}) {
    for (const unsigned second_bytes : {1u, 2u, 4u, 8u, 16u}) {
      for (unsigned first = 0; first < 32; first += first_bytes) {
        for (unsigned second = 0; second < 32; second += second_bytes) {
          const bool sync_warp = first < second + second_bytes && second < first + first_bytes;
          for (const Kind later : {kRead, kWrite, kUpdate}) {
            TestBlock block;
            ASSERT_FALSE(block.does(0, kWrite, first, first_bytes));
            ASSERT_EQ(block.does(40, later, second, second_bytes), sync_warp)
                << first_bytes << " bytes at " << first << ", " << second_bytes << " at " << second;
          }
        }
      }
    }
  }
}

TEST(SharedRace, OfBytesAtOddPlaces) {  // packed, or copied byte by byte
  for (unsigned other = 0; other < 12; ++other) {
    TestBlock block;
    ASSERT_FALSE(block.does(0, kWrite, 3, 6));  // bytes 3 to 8: of three words
    EXPECT_EQ(block.does(40, kRead, other, 1), other >= 3 && other <= 8) << other;
  }
}

TEST(SharedRace, WhatIsKnownOfAWordHoldsForItsBytes) {
  // Split after: the word's uses are those of each byte.
  for (unsigned byte = 0; byte < 4; ++byte) {
    TestBlock block;
    ASSERT_FALSE(block.does(0, kWrite, 4, 4));
    EXPECT_TRUE(block.does(40, kRead, 4 + byte, 1));
    TestBlock readers;
    readers.does(0, kWrite, 0, 16);
    readers.check.barrier();
    ASSERT_FALSE(readers.does(0, kRead, 4, 4));
    EXPECT_TRUE(readers.does(40, kWrite, 4 + byte, 1));
  }
  // Split before: the bytes' uses are those of the word.
  for (unsigned byte = 0; byte < 4; ++byte) {
    TestBlock block;
    ASSERT_FALSE(block.does(0, kWrite, 4 + byte, 1));
    EXPECT_TRUE(block.does(40, kUpdate, 4, 4));
  }
  // A word that is split stays so until the block ends, and its bytes still know barriers.
  TestBlock block;
  ASSERT_FALSE(block.does(0, kWrite, 4, 1));
  ASSERT_FALSE(block.does(40, kWrite, 5, 1));
  block.check.barrier();
  EXPECT_FALSE(block.does(40, kWrite, 4, 4));
  EXPECT_TRUE(block.does(0, kRead, 7, 1));
}

TEST(SharedRace, TheFirstBytesOfAnAccessMayBeRightAndTheLastWrong) {
  TestBlock block;
  ASSERT_FALSE(block.does(0, kWrite, 12, 4));
  EXPECT_TRUE(block.does(40, kRead, 0, 16));
  EXPECT_EQ(block.check.race().address, block.address(0)) << "of the access that races";
}

// ---- writes of the same value ----

TEST(SharedWrites, OfTheSameValuePass) {
  TestBlock block;
  EXPECT_FALSE(block.stores(0, 7));
  EXPECT_FALSE(block.stores(40, 7));
  EXPECT_FALSE(block.stores(900, 7));
  EXPECT_TRUE(block.stores(41, 8));
  EXPECT_EQ(block.check.race().earlier.thread, 900u);
  EXPECT_EQ(block.check.race().earlier.op, Op::kStore);
  EXPECT_EQ(block.check.race().earlier.pc, line(901));
  EXPECT_EQ(block.check.race().later.thread, 41u);
  EXPECT_EQ(block.check.race().later.op, Op::kStore);
  EXPECT_EQ(block.check.race().later.pc, line(42));
  EXPECT_EQ(block.check.race().address, block.address(0));
}

TEST(SharedWrites, AreJudgedOnceTheyHaveHappened) {
  TestBlock block;
  EXPECT_FALSE(block.check.has_unchecked_write());
  ASSERT_FALSE(block.check.plain_access<Op::kStore>(block.address(0), 16, 0, line(1)));
  EXPECT_FALSE(block.check.has_unchecked_write()) << "of the first one there is nothing to judge";
  ASSERT_FALSE(block.check.plain_access<Op::kStore>(block.address(0), 16, 40, line(2)));
  EXPECT_TRUE(block.check.has_unchecked_write());
  block.memory[1] = 9;  // four words are written, one of them changes
  block.memory[2] = 9;
  EXPECT_TRUE(block.check.last_write_races());
  EXPECT_EQ(block.check.race().address, block.address(4)) << "the first of them is told";
  EXPECT_FALSE(block.check.has_unchecked_write());
  EXPECT_FALSE(block.check.last_write_races()) << "once";
}

TEST(SharedWrites, OfBytesAreJudgedByTheirWord) {
  for (const bool changes : {false, true}) {
    TestBlock block;
    ASSERT_FALSE(block.check.plain_access<Op::kStore>(block.address(6), 1, 0, line(1)));
    ASSERT_FALSE(block.check.plain_access<Op::kStore>(block.address(6), 1, 40, line(2)));
    block.memory[0] = 1;  // other words are nobody's business
    block.memory[2] = 1;
    if (changes) reinterpret_cast<char*>(block.memory)[6] = 1;
    EXPECT_EQ(block.check.last_write_races(), changes);
    EXPECT_EQ(block.check.race().address, block.address(changes ? 4 : 6));
  }
}

TEST(SharedWrites, ByTheSameThreadMayChangeTheValue) {
  TestBlock block;
  EXPECT_FALSE(block.stores(0, 7));
  EXPECT_FALSE(block.stores(0, 8));
  EXPECT_FALSE(block.stores(0, 9));
}

TEST(SharedWrites, TheLastOneCounts) {
  TestBlock block;
  EXPECT_FALSE(block.stores(0, 7));
  EXPECT_FALSE(block.stores(1, 7));
  block.some_lanes(0, 0x6);  // lanes 1 and 2
  EXPECT_FALSE(block.does(2, kRead)) << "after the last write";
  EXPECT_TRUE(block.does(40, kRead));
  EXPECT_EQ(block.check.race().earlier.thread, 1u);
}

// ---- writes that were replaced ----

TEST(ReplacedWrite, OfAnotherValueRacesWithOneOfTheSame) {
  for (const bool in_parts : {false, true}) {
    TestBlock block;
    if (in_parts) {
      ASSERT_FALSE(block.stores(900, 1, 1, 1));
    }
    ASSERT_FALSE(block.stores(0, 7, 0, in_parts ? 1 : 4));
    block.some_lanes(0, 0xffff);
    ASSERT_FALSE(block.stores(15, 9, 0, in_parts ? 1 : 4));
    ASSERT_FALSE(block.stores(14, 9, 0, in_parts ? 1 : 4)) << "the same, and behind the first";
    EXPECT_TRUE(block.stores(16, 9, 0, in_parts ? 1 : 4));
    EXPECT_EQ(block.check.race().earlier.thread, 0u);
  }
}

TEST(ReplacedWrite, OfTheSameValueRacesWithOneOfAnother) {
  for (const bool same : {true, false}) {
    TestBlock block;
    ASSERT_FALSE(block.stores(0, 7));
    ASSERT_FALSE(block.stores(32, 7));
    block.whole_warp(1);
    EXPECT_EQ(block.stores(33, same ? 7 : 8), !same);
  }
}

TEST(ReplacedWrite, ThatIsOrderedIsNone) {
  TestBlock block;
  ASSERT_FALSE(block.stores(0, 7));
  block.whole_warp(0);
  ASSERT_FALSE(block.stores(1, 8));
  block.whole_warp(0);
  EXPECT_FALSE(block.stores(2, 9));
  EXPECT_FALSE(block.stores(2, 8));
}

// ---- any uses: the rule itself, told as simply as can be ----

TEST(SharedRace, OfAnyUses) {
  std::mt19937 random(11);
  constexpr unsigned kThreads[] = {0, 1, 2, 33, 34};
  constexpr unsigned kLanes = 3;  // of warp 0 meet; the others are of warp 1
  unsigned races = 0, none = 0;
  for (int round = 0; round < 6000; ++round) {
    struct Past {
      unsigned thread;
      Kind kind;
      unsigned begin, end;
      unsigned number;  ///< of what the thread has done
    };
    std::vector<Past> past;
    unsigned done[kLanes] = {}, knows[kLanes][kLanes] = {};
    std::ostringstream scenario;
    TestBlock block;
    bool raced = false;
    for (unsigned step = 0; step < 8 && !raced; ++step) {
      const unsigned what = static_cast<unsigned>(random()) % 16;
      if (what == 0) {
        block.check.barrier();
        past.clear();
        continue;
      }
      if (what < 6) {
        const std::uint32_t lanes = static_cast<std::uint32_t>(random()) % (1u << kLanes);
        block.some_lanes(0, lanes);
        scenario << "lanes " << std::hex << lanes << " meet\n" << std::dec;
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
      const unsigned thread = kThreads[random() % std::size(kThreads)];
      const Kind kind = (Kind[]){kRead, kWrite, kUpdate, kRead}[random() % 4];
      const unsigned bytes = random() % 4 == 0 ? 1 : 4;
      const unsigned begin = bytes == 1 ? static_cast<unsigned>(random()) % 4 : 0;
      bool is_race = false;
      for (const Past& one : past) {
        if (one.thread == thread || one.begin >= begin + bytes || begin >= one.end) continue;
        if (!writes(one.kind) && !writes(kind)) continue;
        if (is_atomic(one.kind) && is_atomic(kind)) continue;
        const bool is_ordered =
            one.thread < kLanes && thread < kLanes && knows[thread][one.thread] >= one.number;
        is_race |= !is_ordered;
      }
      raced = block.does(thread, kind, begin, bytes);
      past.push_back({thread, kind, begin, begin + bytes, thread < kLanes ? ++done[thread] : 0});
      scenario << thread << " does " << name_of(kind) << " of " << begin << "-" << begin + bytes
               << "\n";
      ASSERT_EQ(raced, is_race) << "round " << round << "\n" << scenario.str();
    }
    ++(raced ? races : none);
  }
  EXPECT_GT(races, 1000u);
  EXPECT_GT(none, 500u);
}

// ---- many blocks and intervals ----

TEST(SharedCheck, AnotherBlockBeginsAnew) {
  TestBlock block;
  ASSERT_FALSE(block.does(0, kWrite, 0, 1));  // splits the word
  ASSERT_FALSE(block.does(0, kWrite, 4, 4));
  block.check.begin_block();
  EXPECT_FALSE(block.does(40, kWrite, 0, 4));
  EXPECT_FALSE(block.does(41, kWrite, 4, 4));
  EXPECT_TRUE(block.does(42, kWrite, 4, 4));
}

TEST(SharedCheck, AnyNumberOfIntervals) {
  TestBlock block;
  for (unsigned interval = 0; interval < 100'000; ++interval) {
    ASSERT_FALSE(block.does(interval % 1024, kWrite));
    ASSERT_FALSE(block.does(interval % 1024, kRead));
    block.check.barrier();
  }
  ASSERT_FALSE(block.does(0, kWrite));
  EXPECT_TRUE(block.does(40, kRead));
  TestBlock blocks;
  for (unsigned number = 0; number < 100'000; ++number) {
    ASSERT_FALSE(blocks.does(number % 1024, kWrite));
    blocks.check.begin_block();
  }
  EXPECT_FALSE(blocks.does(5, kRead));
  EXPECT_NE(blocks.check.unwritten().pc, nullptr);
}

TEST(SharedCheck, GivesItsMemoryBack) {
  const auto pages = [] {
    std::size_t all = 0;
    std::ifstream("/proc/self/statm") >> all;
    return all;
  };
  { const SharedCheck warm_up(0); }
  const std::size_t before = pages();
  for (int i = 0; i < 20; ++i) const SharedCheck check(0);
  EXPECT_LT(pages(), before + 10 * (std::size_t{1} << 20) / 4096);
}

TEST(SharedCheck, WatchesTheWholeWindow) {
  const std::uintptr_t base = std::uintptr_t{1} << 40;  // no value is looked at
  constexpr std::uintptr_t kLast = (1u << 20) - 16;
  SharedCheck check(base);
  check.begin_block();
  EXPECT_FALSE(check.plain_access<Op::kStore>(base + kLast, 16, 0, line(1)));
  EXPECT_FALSE(check.plain_access<Op::kLoad>(base, 16, 40, line(2)));
  EXPECT_TRUE(check.plain_access<Op::kLoad>(base + kLast + 15, 1, 40, line(2)));
  EXPECT_EQ(check.race().address, base + kLast + 15);
}

// The short ways of loads and stores of words find what the long one finds.
TEST(SharedCheck, FindsTheSameByAShortWay) {
  constexpr unsigned kThreads[] = {0, 1, 31, 32, 40, 1023};
  std::mt19937 random(7);
  unsigned found = 0, again = 0;
  for (int round = 0; round < 4000; ++round) {
    TestBlock long_way, short_way;
    short_way.check.begin_block(SharedOrder::kThreads, true);
    for (int step = 0; step < 40; ++step) {
      const unsigned at = random() % 3 * 4, thread = kThreads[random() % std::size(kThreads)];
      const void* const pc = line(1 + random() % 2);
      const bool is_store = random() % 16 == 0 || step < 3;
      const std::uintptr_t there = long_way.address(at), here = short_way.address(at);
      if (random() % 12 == 0) {
        for (TestBlock* block : {&long_way, &short_way}) block->check.barrier();
      } else if (random() % 12 == 0) {
        for (TestBlock* block : {&long_way, &short_way}) block->whole_warp(1);
      }
      bool races_there, races_here = false;
      if (is_store) {
        races_there = long_way.check.access(there, 4, SharedUse::kWrite, Op::kStore, thread, pc);
        if (!short_way.check.short_access<Op::kStore>(here, thread, pc)) {
          races_here = short_way.check.plain_access<Op::kStore>(here, 4, thread, pc);
        }
        const std::uint32_t value = random() % 2;
        for (TestBlock* block : {&long_way, &short_way}) block->memory[at / 4] = value;
        races_there |= long_way.check.last_write_races();
        races_here |= short_way.check.last_write_races();
      } else {
        races_there = long_way.check.access(there, 4, SharedUse::kRead, Op::kLoad, thread, pc);
        if (short_way.check.is_read_again(here, thread, pc)) {
          ++again;
        } else if (!short_way.check.short_access<Op::kLoad>(here, thread, pc)) {
          races_here = short_way.check.plain_access<Op::kLoad>(here, 4, thread, pc);
        }
      }
      ASSERT_EQ(races_here, races_there) << "round " << round << ", step " << step;
      ASSERT_EQ(short_way.check.unwritten().pc, long_way.check.unwritten().pc);
      if (!races_here) continue;
      ++found;
      EXPECT_EQ(short_way.check.race().earlier.thread, long_way.check.race().earlier.thread);
      EXPECT_EQ(short_way.check.race().earlier.pc, long_way.check.race().earlier.pc);
      break;
    }
  }
  EXPECT_GT(found, 1000u);
  EXPECT_GT(again, 1000u);
}

}  // namespace
}  // namespace simt
