// Races on shared memory: which two uses of the same bytes are one, and what puts them in order.
#include "races/shared_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <vector>

namespace simt {
namespace {

enum Kind { kRead, kWrite, kUpdate, kAtomicRead, kAtomicWrite };
constexpr Kind kKinds[] = {kRead, kWrite, kUpdate, kAtomicRead, kAtomicWrite};
const char* name_of(Kind kind) {
  return (const char*[]){"read", "write", "atomic operation", "atomic load", "atomic store"}[kind];
}
Op op_of(Kind kind) {
  return kind == kUpdate                        ? Op::kAtomic
         : kind == kRead || kind == kAtomicRead ? Op::kLoad
                                                : Op::kStore;
}
bool is_atomic(Kind kind) { return kind >= kUpdate; }
bool writes(Kind kind) { return kind != kRead && kind != kAtomicRead; }

const void* line(unsigned number) { return reinterpret_cast<const void*>(std::uintptr_t{number}); }

/// A block with some shared memory, of which nobody has written anything.
class Block {
 public:
  Block() { check.begin_block(); }

  /// The thread does it, at the line of its number; a write changes the bytes. @return whether it races
  bool does(unsigned thread, Kind kind, unsigned at = 0, unsigned bytes = 4) {
    return access(thread, kind, at, bytes, ++next_value_);
  }
  bool stores(unsigned thread, std::uint32_t value, unsigned at = 0, unsigned bytes = 4) {
    return access(thread, kWrite, at, bytes, value);
  }
  void whole_warp(unsigned warp) { check.sync_warp(warp, ~0u, true); }
  void some_lanes(unsigned warp, std::uint32_t lanes) { check.sync_warp(warp, lanes, false); }

  std::uintptr_t address(unsigned at) const {
    return reinterpret_cast<std::uintptr_t>(memory) + at;
  }

  alignas(16) std::uint32_t memory[256] = {};
  SharedCheck check{reinterpret_cast<std::uintptr_t>(memory)};

 private:
  bool access(unsigned thread, Kind kind, unsigned at, unsigned bytes, std::uint32_t value) {
    if (notes_race(thread, kind, address(at), bytes)) return true;
    if (writes(kind)) {
      for (unsigned done = 0; done < bytes; done += 4) {
        std::memcpy(reinterpret_cast<char*>(memory) + at + done, &value,
                    std::min(bytes - done, 4u));
      }
    }
    return check.last_write_races() || check.deferred_read_races();
  }
  bool notes_race(unsigned thread, Kind kind, std::uintptr_t at, unsigned bytes) {
    const void* const pc = line(thread + 1);
    if (kind == kRead) return check.plain_access<Op::kLoad>(at, bytes, thread, pc);
    if (kind == kWrite) return check.plain_access<Op::kStore>(at, bytes, thread, pc);
    const SharedUse use = kind == kAtomicRead ? SharedUse::kStrongRead : SharedUse::kUpdate;
    return check.access(at, bytes, use, op_of(kind), thread, pc);
  }
  std::uint32_t next_value_ = 0x0101'0100;
};

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

void come_together(Block& block, Between between, unsigned later) {
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
          Block block;
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
            Block block;
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
    Block block;
    ASSERT_FALSE(block.does(0, kWrite, 3, 6));  // bytes 3 to 8: of three words
    EXPECT_EQ(block.does(40, kRead, other, 1), other >= 3 && other <= 8) << other;
  }
}

TEST(SharedRace, WhatIsKnownOfAWordHoldsForItsBytes) {
  // Split after: the word's uses are those of each byte.
  for (unsigned byte = 0; byte < 4; ++byte) {
    Block block;
    ASSERT_FALSE(block.does(0, kWrite, 4, 4));
    EXPECT_TRUE(block.does(40, kRead, 4 + byte, 1));
    Block readers;
    readers.does(0, kWrite, 0, 16);
    readers.check.barrier();
    ASSERT_FALSE(readers.does(0, kRead, 4, 4));
    EXPECT_TRUE(readers.does(40, kWrite, 4 + byte, 1));
  }
  // Split before: the bytes' uses are those of the word.
  for (unsigned byte = 0; byte < 4; ++byte) {
    Block block;
    ASSERT_FALSE(block.does(0, kWrite, 4 + byte, 1));
    EXPECT_TRUE(block.does(40, kUpdate, 4, 4));
  }
  // A word that is split stays so until the block ends, and its bytes still know barriers.
  Block block;
  ASSERT_FALSE(block.does(0, kWrite, 4, 1));
  ASSERT_FALSE(block.does(40, kWrite, 5, 1));
  block.check.barrier();
  EXPECT_FALSE(block.does(40, kWrite, 4, 4));
  EXPECT_TRUE(block.does(0, kRead, 7, 1));
}

TEST(SharedRace, TheFirstBytesOfAnAccessMayBeRightAndTheLastWrong) {
  Block block;
  ASSERT_FALSE(block.does(0, kWrite, 12, 4));
  EXPECT_TRUE(block.does(40, kRead, 0, 16));
  EXPECT_EQ(block.check.race().address, block.address(0)) << "of the access that races";
}

// ---- writes of the same value ----

TEST(SharedWrites, OfTheSameValuePass) {
  Block block;
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
  Block block;
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
    Block block;
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
  Block block;
  EXPECT_FALSE(block.stores(0, 7));
  EXPECT_FALSE(block.stores(0, 8));
  EXPECT_FALSE(block.stores(0, 9));
}

TEST(SharedWrites, TheLastOneCounts) {
  Block block;
  EXPECT_FALSE(block.stores(0, 7));
  EXPECT_FALSE(block.stores(1, 7));
  block.some_lanes(0, 0x6);  // lanes 1 and 2
  EXPECT_FALSE(block.does(2, kRead)) << "after the last write";
  EXPECT_TRUE(block.does(40, kRead));
  EXPECT_EQ(block.check.race().earlier.thread, 1u);
}

// ---- several readers ----

TEST(SharedReaders, AllMustComeBeforeAWrite) {
  for (unsigned writer = 0; writer < 32; ++writer) {
    Block block;
    block.does(0, kWrite);
    block.check.barrier();
    for (unsigned lane = 0; lane < 32; ++lane) ASSERT_FALSE(block.does(lane, kRead));
    Block& copy = block;
    ASSERT_TRUE(copy.does(writer, kWrite)) << "lane " << writer << " of a broadcast";
    EXPECT_EQ(copy.check.race().earlier.op, Op::kLoad);
    EXPECT_NE(copy.check.race().earlier.thread, writer) << "nobody races with itself";
    EXPECT_LT(copy.check.race().earlier.thread, 32u);
    EXPECT_EQ(copy.check.race().later.thread, writer);
  }
}

// The first reader of a broadcast writes. The one that is told is another lane of its own warp.
TEST(SharedReaders, TheOtherReaderIsTold) {
  Block block;
  block.does(0, kWrite);
  block.check.barrier();
  ASSERT_FALSE(block.does(64, kRead));
  ASSERT_FALSE(block.does(70, kRead));
  ASSERT_TRUE(block.does(64, kWrite));
  EXPECT_EQ(block.check.race().earlier.thread, 70u);
  EXPECT_EQ(block.check.race().later.thread, 64u);
}

TEST(SharedReaders, OneThatWritesItselfIsAlone) {
  Block block;
  ASSERT_FALSE(block.does(3, kWrite));
  ASSERT_FALSE(block.does(3, kRead));
  EXPECT_FALSE(block.does(3, kWrite));
  EXPECT_FALSE(block.does(3, kUpdate));
  EXPECT_FALSE(block.does(3, kRead));
}

TEST(SharedReaders, OfAnotherWarpAreToldByTheirOwnThread) {
  for (const unsigned second : {33u, 32u, 47u, 1023u, 900u}) {
    Block block;
    block.does(0, kWrite);
    block.check.barrier();
    ASSERT_FALSE(block.does(0, kRead));
    ASSERT_FALSE(block.does(second, kRead));
    ASSERT_TRUE(block.does(0, kWrite));
    EXPECT_EQ(block.check.race().earlier.thread, second);
  }
}

// Lanes 0 and 2 have read at different times, and each has met lane 1 since.
TEST(SharedReaders, MayHaveMetTheWriterOneAfterTheOther) {
  for (const Kind kind : {kRead, kUpdate}) {
    for (const unsigned bytes : {4u, 1u}) {
      Block block;
      block.does(0, kWrite);
      block.check.barrier();
      ASSERT_FALSE(block.does(0, kind));
      block.some_lanes(0, 0x3);
      ASSERT_FALSE(block.does(2, kind));
      EXPECT_TRUE(block.does(1, kWrite, 0, bytes)) << "lane 2 has not met it";
      EXPECT_EQ(block.check.race().earlier.thread, 2u);
    }
    Block block;
    block.does(0, kWrite);
    block.check.barrier();
    ASSERT_FALSE(block.does(0, kind));
    block.some_lanes(0, 0x3);
    ASSERT_FALSE(block.does(2, kind));
    block.some_lanes(0, 0x6);
    EXPECT_FALSE(block.does(1, kWrite, 3, 1));
    EXPECT_FALSE(block.does(1, kWrite));
  }
}

TEST(SharedReaders, OfSeveralWarpsNeedABarrier) {
  for (const unsigned second : {33u, 1023u, 1u, 900u}) {
    Block block;
    block.does(2, kWrite);
    block.check.barrier();
    ASSERT_FALSE(block.does(2, kRead));
    ASSERT_FALSE(block.does(second, kRead));
    for (unsigned warp = 0; warp < 32; ++warp) {
      if (second != 1) block.whole_warp(warp);
    }
    EXPECT_TRUE(block.does(2, kWrite)) << "the other reader's warp has not met with this one";
  }
  Block block;
  block.does(2, kWrite);
  block.check.barrier();
  block.does(2, kRead);
  block.does(33, kRead);
  block.check.barrier();
  EXPECT_FALSE(block.does(2, kWrite));
}

TEST(SharedReaders, ALaneThatReadsAgainAfterTheOthersWereOrderedIsTheOneThatCounts) {
  Block block;
  block.does(2, kWrite);
  block.check.barrier();
  block.does(0, kRead);
  block.whole_warp(0);
  ASSERT_FALSE(block.does(1, kRead));
  EXPECT_FALSE(block.does(1, kWrite)) << "lane 0 read before the whole warp met";
  Block other;
  other.does(2, kWrite);
  other.check.barrier();
  other.does(0, kRead);
  other.whole_warp(0);
  ASSERT_FALSE(other.does(1, kRead));
  EXPECT_TRUE(other.does(0, kWrite)) << "lane 1 has read since";
  EXPECT_EQ(other.check.race().earlier.thread, 1u);
}

TEST(SharedReaders, OfAnEarlierIntervalAreForgotten) {
  Block block;
  block.does(0, kWrite);
  block.check.barrier();
  for (unsigned thread = 0; thread < 64; ++thread) block.does(thread, kRead);
  block.check.barrier();
  ASSERT_FALSE(block.does(7, kRead));
  EXPECT_FALSE(block.does(7, kWrite));
  EXPECT_TRUE(block.does(8, kRead));
}

TEST(SharedReaders, AWriteEndsThem) {
  Block block;
  ASSERT_FALSE(block.does(0, kWrite));
  ASSERT_FALSE(block.does(0, kRead));
  ASSERT_FALSE(block.does(0, kWrite));
  block.some_lanes(0, 0x3);
  EXPECT_FALSE(block.does(1, kWrite));
}

// ---- atomic operations ----

TEST(SharedAtomics, DoNotHideAPlainWriteBeforeThem) {
  Block block;
  ASSERT_FALSE(block.does(0, kWrite));
  ASSERT_FALSE(block.does(0, kUpdate));
  EXPECT_TRUE(block.does(40, kUpdate));
  EXPECT_EQ(block.check.race().earlier.op, Op::kStore);
  EXPECT_EQ(block.check.race().earlier.thread, 0u);
}

TEST(SharedAtomics, DoNotHideAPlainReadBeforeThem) {
  Block block;
  block.does(0, kWrite);
  block.check.barrier();
  ASSERT_FALSE(block.does(0, kRead));
  ASSERT_FALSE(block.does(0, kUpdate));
  EXPECT_TRUE(block.does(40, kUpdate));
  EXPECT_EQ(block.check.race().earlier.op, Op::kLoad);
}

TEST(SharedAtomics, AreOrderedBeforeAPlainUseByACollective) {
  Block block;
  for (unsigned lane = 0; lane < 32; ++lane) ASSERT_FALSE(block.does(lane, kUpdate));
  block.whole_warp(0);
  EXPECT_FALSE(block.does(9, kRead));
  EXPECT_TRUE(block.does(40, kRead));
  EXPECT_EQ(block.check.race().earlier.op, Op::kAtomic);
}

// The last one to add reads the sum without a barrier.
TEST(SharedAtomics, DoNotHideTheOthers) {
  for (const unsigned last : {1u, 31u, 40u}) {
    Block block;
    block.does(0, kWrite);
    block.check.barrier();
    for (unsigned thread = 0; thread <= last; ++thread) ASSERT_FALSE(block.does(thread, kUpdate));
    ASSERT_TRUE(block.does(last, kRead));
    EXPECT_EQ(block.check.race().earlier.op, Op::kAtomic);
    EXPECT_EQ(block.check.race().earlier.thread, 0u);
    EXPECT_EQ(block.check.race().earlier.pc, line(1));
  }
}

TEST(SharedAtomics, APlainWriteAfterThemTakesTheirPlace) {
  Block block;
  ASSERT_FALSE(block.does(0, kUpdate));
  ASSERT_FALSE(block.does(0, kWrite));
  block.some_lanes(0, 0x3);
  EXPECT_FALSE(block.does(1, kWrite));
  EXPECT_TRUE(block.does(2, kUpdate));
  EXPECT_EQ(block.check.race().earlier.op, Op::kStore);
  EXPECT_EQ(block.check.race().earlier.thread, 1u);
}

TEST(SharedAtomics, LoadsSeeNoPlainReadAndAreSeenByAPlainWrite) {
  Block block;
  block.does(0, kWrite);
  block.check.barrier();
  ASSERT_FALSE(block.does(0, kRead));
  ASSERT_FALSE(block.does(1, kAtomicRead));
  ASSERT_FALSE(block.does(40, kAtomicRead));
  EXPECT_FALSE(block.does(2, kUpdate, 4));
  EXPECT_TRUE(block.does(0, kWrite));
  EXPECT_EQ(block.check.race().earlier.op, Op::kLoad);
  EXPECT_EQ(block.check.race().earlier.thread, 1u);
}

// ---- one note does not hide another ----

TEST(SharedNotes, AWriteDoesNotHideItsThreadsReadFromTheSameValue) {
  for (const bool own_write_first : {false, true}) {
    Block block;
    block.stores(0, 7);
    block.check.barrier();
    ASSERT_FALSE(own_write_first && block.stores(0, 7));
    ASSERT_FALSE(block.does(0, kRead));
    ASSERT_FALSE(!own_write_first && block.stores(0, 7));
    ASSERT_TRUE(block.stores(40, 7)) << "the value is the same, but it is read";
    EXPECT_EQ(block.check.race().earlier.op, Op::kLoad);
    Block other;
    other.stores(0, 7);
    other.check.barrier();
    ASSERT_FALSE(other.does(0, kRead));
    ASSERT_FALSE(other.stores(0, 7));
    ASSERT_TRUE(other.stores(40, 8));
    EXPECT_EQ(other.check.race().earlier.op, Op::kStore) << "of two, the writes are told";
  }
}

TEST(SharedNotes, AWriteDoesNotHideWhatItComesAfter) {
  for (const Kind first : {kRead, kUpdate, kAtomicRead}) {
    Block block;
    block.stores(0, 7);
    block.check.barrier();
    ASSERT_FALSE(block.does(0, first));
    block.memory[0] = 7;
    block.some_lanes(0, 0x3);
    ASSERT_FALSE(block.stores(1, 7)) << "after lane 0";
    EXPECT_TRUE(block.stores(40, 7)) << "not after lane 0";
    EXPECT_EQ(block.check.race().earlier.thread, 0u) << name_of(first);
  }
}

TEST(SharedNotes, AreOfEachLaneAndPlace) {
  Block block;
  block.does(0, kWrite);
  block.check.barrier();
  ASSERT_FALSE(block.check.plain_access<Op::kLoad>(block.address(0), 4, 3, line(10)));
  ASSERT_FALSE(block.check.plain_access<Op::kLoad>(block.address(0), 4, 5, line(20)));
  ASSERT_TRUE(block.does(3, kWrite));
  EXPECT_EQ(block.check.race().earlier.thread, 5u);
  EXPECT_EQ(block.check.race().earlier.pc, line(20));
}

TEST(SharedNotes, OfTheFirstReaderOfAnotherWarpKeepsItsPlace) {
  Block block;
  block.does(0, kWrite);
  block.check.barrier();
  ASSERT_FALSE(block.check.plain_access<Op::kLoad>(block.address(0), 4, 3, line(10)));
  ASSERT_FALSE(block.check.plain_access<Op::kLoad>(block.address(0), 4, 40, line(20)));
  ASSERT_FALSE(block.check.plain_access<Op::kLoad>(block.address(0), 4, 70, line(30)));
  ASSERT_TRUE(block.does(3, kWrite));
  EXPECT_EQ(block.check.race().earlier.thread, 40u);
  EXPECT_EQ(block.check.race().earlier.pc, line(20));
}

// ---- flags ----

constexpr std::uintptr_t kFlag = kSharedBase + 0x100, kGlobalFlag = kGlobalBase + 0x100;

TEST(SharedFlags, OrderWhatIsBeforeAReleaseAndAfterAnAcquire) {
  enum Way { kOrders, kFences, kNoRelease, kNoAcquire, kFenceTooLate, kFenceTooEarly };
  for (const Way way : {kOrders, kFences, kNoRelease, kNoAcquire, kFenceTooLate, kFenceTooEarly}) {
    Block block;
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
  Block block;
  ASSERT_FALSE(block.does(0, kWrite));
  block.check.release(kFlag, 0, true, true);
  block.check.acquire(kFlag + 4, 40, true);
  EXPECT_TRUE(block.does(40, kRead));
}

TEST(SharedFlags, OrderTheThreadAndWhomItHasMet) {
  for (const bool met : {true, false}) {
    Block block;
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
  Block block;
  ASSERT_FALSE(block.does(0, kWrite));
  block.check.release(kFlag, 0, true, true);
  block.check.acquire(kFlag, 32, true);
  block.some_lanes(1, 0x3);
  EXPECT_FALSE(block.does(33, kRead));
  EXPECT_TRUE(block.does(34, kRead));
}

TEST(SharedFlags, WhatComesAfterTheReleaseIsNotOrdered) {
  Block block;
  block.check.release(kFlag, 0, true, true);
  ASSERT_FALSE(block.does(0, kWrite));
  block.check.acquire(kFlag, 40, true);
  EXPECT_TRUE(block.does(40, kRead));
}

TEST(SharedFlags, AnAtomicOperationPassesOnWhatCameBeforeAStoreDoesNot) {
  for (const bool is_store : {false, true}) {
    Block block;
    ASSERT_FALSE(block.does(0, kWrite));
    block.check.release(kFlag, 0, true, true);
    block.check.release(kFlag, 70, is_store, false);  // relaxed, by somebody else
    block.check.acquire(kFlag, 40, true);
    EXPECT_EQ(block.does(40, kRead), is_store);
  }
}

// A counter of those that have arrived: the last one comes after all.
TEST(SharedFlags, OfSeveralThreadsAddUp) {
  Block block;
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
    Block block;
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
  Block block;
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
    Block block;
    ASSERT_FALSE(block.does(0, kWrite));
    block.check.release(kGlobalFlag, 0, false, true);
    block.check.release(kGlobalFlag, 40, is_store, true);
    block.check.acquire(kGlobalFlag, 40, true);
    EXPECT_EQ(block.does(40, kRead), is_store) << "a store forgets who was before";
  }
}

TEST(SharedFlags, InGlobalMemoryDoNotOutliveABarrier) {
  Block block;
  block.check.release(kGlobalFlag, 0, true, true);
  block.check.barrier();
  ASSERT_FALSE(block.does(0, kWrite));
  block.check.acquire(kGlobalFlag, 40, true);
  EXPECT_FALSE(block.check.has_flags());
  EXPECT_TRUE(block.does(40, kRead));
}

// ---- the memory of another block of the cluster ----

TEST(OtherBlocksMemory, IsWatchedLikeTheOwn) {
  Block block;
  alignas(16) std::uint32_t there[256] = {};
  const auto base = reinterpret_cast<std::uintptr_t>(there);
  const auto does = [&](unsigned thread, Op op, unsigned at, unsigned rank) {
    return block.check.access_remote(rank, base, base + at, 4,
                                     op == Op::kLoad ? SharedUse::kRead : SharedUse::kWrite, op,
                                     thread, line(thread + 1));
  };
  ASSERT_FALSE(does(0, Op::kStore, 8, 1));
  EXPECT_FALSE(block.does(40, kWrite, 8)) << "its own memory";
  EXPECT_FALSE(does(40, Op::kLoad, 12, 1));
  EXPECT_FALSE(does(40, Op::kLoad, 8, 2)) << "a third block's";
  EXPECT_TRUE(does(40, Op::kLoad, 8, 1));
  EXPECT_EQ(block.check.race().address, base + 8);
  EXPECT_EQ(block.check.race().earlier.thread, 0u);
  block.check.barrier();
  EXPECT_FALSE(does(40, Op::kLoad, 8, 1));
  EXPECT_EQ(block.check.unwritten().pc, nullptr) << "that is for its own block to say";
}

// ---- writes that were replaced ----

TEST(ReplacedWrite, OfAnotherValueRacesWithOneOfTheSame) {
  for (const bool in_parts : {false, true}) {
    Block block;
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
    Block block;
    ASSERT_FALSE(block.stores(0, 7));
    ASSERT_FALSE(block.stores(32, 7));
    block.whole_warp(1);
    EXPECT_EQ(block.stores(33, same ? 7 : 8), !same);
  }
}

TEST(ReplacedWrite, ThatIsOrderedIsNone) {
  Block block;
  ASSERT_FALSE(block.stores(0, 7));
  block.whole_warp(0);
  ASSERT_FALSE(block.stores(1, 8));
  block.whole_warp(0);
  EXPECT_FALSE(block.stores(2, 9));
  EXPECT_FALSE(block.stores(2, 8));
}

TEST(SharedFlags, AVolatileStoreBehindAFenceIsOne) {
  Block block;
  EXPECT_EQ(block.check.volatile_store(5), SharedUse::kWrite);
  block.check.fence(7);
  EXPECT_EQ(block.check.volatile_store(5), SharedUse::kUpdate) << "of its warp";
  EXPECT_EQ(block.check.volatile_store(40), SharedUse::kWrite);
  block.check.barrier();
  EXPECT_EQ(block.check.volatile_store(5), SharedUse::kWrite);
}

// ---- barriers in two halves ----

TEST(SharedHalves, OrderWhatIsBeforeTheFirstAndAfterTheSecond) {
  Block block;
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

TEST(SharedHalves, OfManyPhases) {
  Block block;
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

TEST(SharedSwap, PlainReadsBeforeItAreNoRaceWithAtomics) {
  for (const bool learns : {true, false}) {
    for (const bool read_first : {true, false}) {
      Block block;
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

TEST(SharedSwap, DoesNotHideAnotherReadOfTheSameThread) {
  for (const bool read_after : {true, false}) {
    Block block;
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
    Block block;
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
  Block block;
  block.some_lanes(0, 0x3);
  block.whole_warp(0);
  ASSERT_FALSE(block.does(0, kWrite));
  EXPECT_TRUE(block.does(1, kRead));
}

TEST(WarpOrder, HoldsForOneWarpOnly) {
  for (const unsigned warp : {0u, 1u, 31u}) {
    Block block;
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
    Block block;
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
    Block block;
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

// ---- reads of what nobody has written ----

TEST(SharedUnwritten, AreReadsOfBytesThatNobodyHasWritten) {
  Block block;
  EXPECT_EQ(block.check.unwritten().pc, nullptr);
  ASSERT_FALSE(block.does(0, kWrite, 8, 4));
  ASSERT_FALSE(block.does(0, kRead, 8, 4));
  ASSERT_FALSE(block.does(0, kWrite, 12, 1));
  ASSERT_FALSE(block.does(0, kRead, 12, 1));
  EXPECT_EQ(block.check.unwritten().pc, nullptr);
  ASSERT_FALSE(block.does(0, kRead, 12, 4)) << "bytes 13 to 15";
  EXPECT_EQ(block.check.unwritten().pc, line(1));
  EXPECT_EQ(block.check.unwritten().thread, 0u);
  EXPECT_EQ(block.check.unwritten().op, Op::kLoad);
  EXPECT_EQ(block.check.unwritten_address(), block.address(13));
  block.does(9, kUpdate, 40, 4);
  EXPECT_EQ(block.check.unwritten().pc, line(1)) << "the first one is told";
  block.check.barrier();
  EXPECT_EQ(block.check.unwritten().pc, line(1));
  block.check.begin_block();
  EXPECT_EQ(block.check.unwritten().pc, nullptr);
}

TEST(SharedUnwritten, AtomicOperationsReadAndStoresDoNot) {
  Block block;
  ASSERT_FALSE(block.does(3, kAtomicWrite, 0, 4));
  ASSERT_FALSE(block.does(3, kUpdate, 0, 4));
  EXPECT_EQ(block.check.unwritten().pc, nullptr);
  ASSERT_FALSE(block.does(3, kUpdate, 4, 4));
  EXPECT_EQ(block.check.unwritten().op, Op::kAtomic);
  EXPECT_EQ(block.check.unwritten_address(), block.address(4));
  block.check.begin_block();
  ASSERT_FALSE(block.does(3, kUpdate, 4, 4));
  EXPECT_EQ(block.check.unwritten().pc, line(4)) << "another block's memory";
}

TEST(SharedUnwritten, EveryByteIsKeptApart) {
  for (unsigned written = 0; written < 4; ++written) {
    for (unsigned read = 0; read < 4; ++read) {
      Block block;
      ASSERT_FALSE(block.does(0, kWrite, 16 + written, 1));
      ASSERT_FALSE(block.does(0, kRead, 16 + read, 1));
      EXPECT_EQ(block.check.unwritten().pc != nullptr, read != written);
      if (read == written) continue;
      EXPECT_EQ(block.check.unwritten_address(), block.address(16 + read));
    }
  }
  Block wide;
  ASSERT_FALSE(wide.does(0, kWrite, 0, 4));
  ASSERT_FALSE(wide.does(0, kRead, 0, 8));
  EXPECT_EQ(wide.check.unwritten_address(), wide.address(4));
  Block gap;  // the first word is there, of the second one the upper half, at an odd place
  ASSERT_FALSE(gap.does(0, kWrite, 2, 2));
  ASSERT_FALSE(gap.does(0, kWrite, 6, 2));
  ASSERT_FALSE(gap.does(0, kRead, 2, 6));
  EXPECT_EQ(gap.check.unwritten_address(), gap.address(4));
}

TEST(SharedUnwritten, WhatIsNoNumberMayBeWrittenInPart) {
  Block block;
  ASSERT_FALSE(block.does(0, kWrite, 12, 1));
  ASSERT_FALSE(block.does(0, kRead, 0, 16)) << "a vector";
  block.check.check_aggregate(block.address(0), 40, 0, line(5));
  EXPECT_EQ(block.check.unwritten().pc, nullptr);
  block.check.check_aggregate(block.address(16), 40, 7, line(5));
  EXPECT_EQ(block.check.unwritten().pc, line(5));
  EXPECT_EQ(block.check.unwritten().thread, 7u);
  EXPECT_EQ(block.check.unwritten_address(), block.address(16));
}

TEST(SharedUnwritten, DependsOnWhatTheMemoryIsDeclaredAs) {
  alignas(16) static std::uint32_t memory[4];
  const auto base = reinterpret_cast<std::uintptr_t>(memory);
  const auto has_missing = [&](Elements declared, unsigned bytes, ReadKind kind, bool in_copy) {
    SharedCheck check(
        base, [&](std::uintptr_t) { return declared; }, [&](const void*) { return in_copy; });
    check.begin_block();
    check.plain_access<Op::kStore>(base, 1, 0, line(1), ReadKind::kNumber);
    const std::uintptr_t address = base + (kind == ReadKind::kPart ? 8 : 0);
    check.plain_access<Op::kLoad>(address, bytes, 0, line(2), kind);
    return check.unwritten().pc != nullptr;
  };
  const Elements ints{4, 4}, pairs{8, 8, true};
  EXPECT_TRUE(has_missing(ints, 4, ReadKind::kNumber, false));
  EXPECT_FALSE(has_missing(ints, 8, ReadKind::kNumber, false)) << "two numbers";
  EXPECT_FALSE(has_missing(pairs, 4, ReadKind::kNumber, false));
  EXPECT_FALSE(has_missing(ints, 4, ReadKind::kNone, false));
  EXPECT_FALSE(has_missing(ints, 4, ReadKind::kNumber, true));
  EXPECT_TRUE(has_missing(ints, 4, ReadKind::kPart, false)) << "all of it is missing";
  EXPECT_FALSE(has_missing(pairs, 4, ReadKind::kPart, false)) << "maybe padding";
}

TEST(SharedUnwritten, StaysWrittenAcrossBarriers) {
  Block block;
  ASSERT_FALSE(block.does(0, kWrite, 0, 16));
  block.check.barrier();
  ASSERT_FALSE(block.does(40, kRead, 0, 16));
  EXPECT_EQ(block.check.unwritten().pc, nullptr);
}

// ---- many blocks and intervals ----

TEST(SharedCheck, AnotherBlockBeginsAnew) {
  Block block;
  ASSERT_FALSE(block.does(0, kWrite, 0, 1));  // splits the word
  ASSERT_FALSE(block.does(0, kWrite, 4, 4));
  block.check.begin_block();
  EXPECT_FALSE(block.does(40, kWrite, 0, 4));
  EXPECT_FALSE(block.does(41, kWrite, 4, 4));
  EXPECT_TRUE(block.does(42, kWrite, 4, 4));
}

TEST(SharedCheck, AnyNumberOfIntervals) {
  Block block;
  for (unsigned interval = 0; interval < 100'000; ++interval) {
    ASSERT_FALSE(block.does(interval % 1024, kWrite));
    ASSERT_FALSE(block.does(interval % 1024, kRead));
    block.check.barrier();
  }
  ASSERT_FALSE(block.does(0, kWrite));
  EXPECT_TRUE(block.does(40, kRead));
  Block blocks;
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

}  // namespace
}  // namespace simt
