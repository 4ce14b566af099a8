// What the shadow of shared memory keeps of several users of a word.
#include "races/shared_check.h"

#include <gtest/gtest.h>

#include "test_block.h"

namespace simt {
namespace {

// ---- several readers ----

TEST(SharedReaders, AllMustComeBeforeAWrite) {
  for (unsigned writer = 0; writer < 32; ++writer) {
    TestBlock block;
    block.does(0, kWrite);
    block.check.barrier();
    for (unsigned lane = 0; lane < 32; ++lane) ASSERT_FALSE(block.does(lane, kRead));
    TestBlock& copy = block;
    ASSERT_TRUE(copy.does(writer, kWrite)) << "lane " << writer << " of a broadcast";
    EXPECT_EQ(copy.check.race().earlier.op, Op::kLoad);
    EXPECT_NE(copy.check.race().earlier.thread, writer) << "nobody races with itself";
    EXPECT_LT(copy.check.race().earlier.thread.thread(), 32u);
    EXPECT_EQ(copy.check.race().later.thread, writer);
  }
}

// The first reader of a broadcast writes. The one that is told is another lane of its own warp.
TEST(SharedReaders, TheOtherReaderIsTold) {
  TestBlock block;
  block.does(0, kWrite);
  block.check.barrier();
  ASSERT_FALSE(block.does(64, kRead));
  ASSERT_FALSE(block.does(70, kRead));
  ASSERT_TRUE(block.does(64, kWrite));
  EXPECT_EQ(block.check.race().earlier.thread, 70u);
  EXPECT_EQ(block.check.race().later.thread, 64u);
}

TEST(SharedReaders, OneThatWritesItselfIsAlone) {
  TestBlock block;
  ASSERT_FALSE(block.does(3, kWrite));
  ASSERT_FALSE(block.does(3, kRead));
  EXPECT_FALSE(block.does(3, kWrite));
  EXPECT_FALSE(block.does(3, kUpdate));
  EXPECT_FALSE(block.does(3, kRead));
}

TEST(SharedReaders, OfAnotherWarpAreToldByTheirOwnThread) {
  for (const unsigned second : {33u, 32u, 47u, 1023u, 900u}) {
    TestBlock block;
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
      TestBlock block;
      block.does(0, kWrite);
      block.check.barrier();
      ASSERT_FALSE(block.does(0, kind));
      block.some_lanes(0, 0x3);
      ASSERT_FALSE(block.does(2, kind));
      EXPECT_TRUE(block.does(1, kWrite, 0, bytes)) << "lane 2 has not met it";
      EXPECT_EQ(block.check.race().earlier.thread, 2u);
    }
    TestBlock block;
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
    TestBlock block;
    block.does(2, kWrite);
    block.check.barrier();
    ASSERT_FALSE(block.does(2, kRead));
    ASSERT_FALSE(block.does(second, kRead));
    for (unsigned warp = 0; warp < 32; ++warp) {
      if (second != 1) block.whole_warp(warp);
    }
    EXPECT_TRUE(block.does(2, kWrite)) << "the other reader's warp has not met with this one";
  }
  TestBlock block;
  block.does(2, kWrite);
  block.check.barrier();
  block.does(2, kRead);
  block.does(33, kRead);
  block.check.barrier();
  EXPECT_FALSE(block.does(2, kWrite));
}

TEST(SharedReaders, ALaneThatReadsAgainAfterTheOthersWereOrderedIsTheOneThatCounts) {
  TestBlock block;
  block.does(2, kWrite);
  block.check.barrier();
  block.does(0, kRead);
  block.whole_warp(0);
  ASSERT_FALSE(block.does(1, kRead));
  EXPECT_FALSE(block.does(1, kWrite)) << "lane 0 read before the whole warp met";
  TestBlock other;
  other.does(2, kWrite);
  other.check.barrier();
  other.does(0, kRead);
  other.whole_warp(0);
  ASSERT_FALSE(other.does(1, kRead));
  EXPECT_TRUE(other.does(0, kWrite)) << "lane 1 has read since";
  EXPECT_EQ(other.check.race().earlier.thread, 1u);
}

TEST(SharedReaders, OfAnEarlierIntervalAreForgotten) {
  TestBlock block;
  block.does(0, kWrite);
  block.check.barrier();
  for (unsigned thread = 0; thread < 64; ++thread) block.does(thread, kRead);
  block.check.barrier();
  ASSERT_FALSE(block.does(7, kRead));
  EXPECT_FALSE(block.does(7, kWrite));
  EXPECT_TRUE(block.does(8, kRead));
}

TEST(SharedReaders, AWriteEndsThem) {
  TestBlock block;
  ASSERT_FALSE(block.does(0, kWrite));
  ASSERT_FALSE(block.does(0, kRead));
  ASSERT_FALSE(block.does(0, kWrite));
  block.some_lanes(0, 0x3);
  EXPECT_FALSE(block.does(1, kWrite));
}

// ---- atomic operations ----

TEST(SharedAtomics, DoNotHideAPlainWriteBeforeThem) {
  TestBlock block;
  ASSERT_FALSE(block.does(0, kWrite));
  ASSERT_FALSE(block.does(0, kUpdate));
  EXPECT_TRUE(block.does(40, kUpdate));
  EXPECT_EQ(block.check.race().earlier.op, Op::kStore);
  EXPECT_EQ(block.check.race().earlier.thread, 0u);
}

TEST(SharedAtomics, DoNotHideAPlainReadBeforeThem) {
  TestBlock block;
  block.does(0, kWrite);
  block.check.barrier();
  ASSERT_FALSE(block.does(0, kRead));
  ASSERT_FALSE(block.does(0, kUpdate));
  EXPECT_TRUE(block.does(40, kUpdate));
  EXPECT_EQ(block.check.race().earlier.op, Op::kLoad);
}

TEST(SharedAtomics, AreOrderedBeforeAPlainUseByACollective) {
  TestBlock block;
  for (unsigned lane = 0; lane < 32; ++lane) ASSERT_FALSE(block.does(lane, kUpdate));
  block.whole_warp(0);
  EXPECT_FALSE(block.does(9, kRead));
  EXPECT_TRUE(block.does(40, kRead));
  EXPECT_EQ(block.check.race().earlier.op, Op::kAtomic);
}

// The last one to add reads the sum without a barrier.
TEST(SharedAtomics, DoNotHideTheOthers) {
  for (const unsigned last : {1u, 31u, 40u}) {
    TestBlock block;
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
  TestBlock block;
  ASSERT_FALSE(block.does(0, kUpdate));
  ASSERT_FALSE(block.does(0, kWrite));
  block.some_lanes(0, 0x3);
  EXPECT_FALSE(block.does(1, kWrite));
  EXPECT_TRUE(block.does(2, kUpdate));
  EXPECT_EQ(block.check.race().earlier.op, Op::kStore);
  EXPECT_EQ(block.check.race().earlier.thread, 1u);
}

TEST(SharedAtomics, LoadsSeeNoPlainReadAndAreSeenByAPlainWrite) {
  TestBlock block;
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

TEST(SharedHistory, AWriteDoesNotHideItsThreadsReadFromTheSameValue) {
  for (const bool own_write_first : {false, true}) {
    TestBlock block;
    block.stores(0, 7);
    block.check.barrier();
    ASSERT_FALSE(own_write_first && block.stores(0, 7));
    ASSERT_FALSE(block.does(0, kRead));
    ASSERT_FALSE(!own_write_first && block.stores(0, 7));
    ASSERT_TRUE(block.stores(40, 7)) << "the value is the same, but it is read";
    EXPECT_EQ(block.check.race().earlier.op, Op::kLoad);
    TestBlock other;
    other.stores(0, 7);
    other.check.barrier();
    ASSERT_FALSE(other.does(0, kRead));
    ASSERT_FALSE(other.stores(0, 7));
    ASSERT_TRUE(other.stores(40, 8));
    EXPECT_EQ(other.check.race().earlier.op, Op::kStore) << "of two, the writes are told";
  }
}

TEST(SharedHistory, AWriteDoesNotHideWhatItComesAfter) {
  for (const Kind first : {kRead, kUpdate, kAtomicRead}) {
    TestBlock block;
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

TEST(SharedHistory, AreOfEachLaneAndPlace) {
  TestBlock block;
  block.does(0, kWrite);
  block.check.barrier();
  ASSERT_FALSE(block.check.plain_access<Op::kLoad>(block.address(0), 4, 3, line(10)));
  ASSERT_FALSE(block.check.plain_access<Op::kLoad>(block.address(0), 4, 5, line(20)));
  ASSERT_TRUE(block.does(3, kWrite));
  EXPECT_EQ(block.check.race().earlier.thread, 5u);
  EXPECT_EQ(block.check.race().earlier.pc, line(20));
}

TEST(SharedHistory, OfTheFirstReaderOfAnotherWarpKeepsItsPlace) {
  TestBlock block;
  block.does(0, kWrite);
  block.check.barrier();
  ASSERT_FALSE(block.check.plain_access<Op::kLoad>(block.address(0), 4, 3, line(10)));
  ASSERT_FALSE(block.check.plain_access<Op::kLoad>(block.address(0), 4, 40, line(20)));
  ASSERT_FALSE(block.check.plain_access<Op::kLoad>(block.address(0), 4, 70, line(30)));
  ASSERT_TRUE(block.does(3, kWrite));
  EXPECT_EQ(block.check.race().earlier.thread, 40u);
  EXPECT_EQ(block.check.race().earlier.pc, line(20));
}

// ---- the memory of another block of the cluster ----

TEST(OtherBlocksMemory, IsWatchedLikeTheOwn) {
  TestBlock block;
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

TEST(OtherBlocksMemory, IsElsewhereInTheNextCluster) {
  TestBlock block;
  const auto reads = [&](std::uintptr_t base, unsigned thread) {
    return block.check.access_remote(1, base, base + 8, 4, SharedUse::kRead, Op::kLoad, thread,
                                     line(thread + 1));
  };
  const std::uintptr_t base = block.address(0);
  ASSERT_FALSE(reads(base, 0));
  block.check.begin_block();
  EXPECT_FALSE(reads(base + kSharedWindow * 1000, 0));
  EXPECT_FALSE(reads(base + kSharedWindow * 1000, 40));
}

}  // namespace
}  // namespace simt
