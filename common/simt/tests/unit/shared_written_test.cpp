// Uninitialised reads of shared memory.
#include "races/shared_check.h"

#include <gtest/gtest.h>

#include "test_block.h"

namespace simt {
namespace {

// ---- reads of what nobody has written ----

TEST(SharedUnwritten, AreReadsOfBytesThatNobodyHasWritten) {
  TestBlock block;
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
  TestBlock block;
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
      TestBlock block;
      ASSERT_FALSE(block.does(0, kWrite, 16 + written, 1));
      ASSERT_FALSE(block.does(0, kRead, 16 + read, 1));
      EXPECT_EQ(block.check.unwritten().pc != nullptr, read != written);
      if (read == written) continue;
      EXPECT_EQ(block.check.unwritten_address(), block.address(16 + read));
    }
  }
  TestBlock wide;
  ASSERT_FALSE(wide.does(0, kWrite, 0, 4));
  ASSERT_FALSE(wide.does(0, kRead, 0, 8));
  EXPECT_EQ(wide.check.unwritten_address(), wide.address(4));
  TestBlock gap;  // the first word is there, of the second one the upper half, at an odd place
  ASSERT_FALSE(gap.does(0, kWrite, 2, 2));
  ASSERT_FALSE(gap.does(0, kWrite, 6, 2));
  ASSERT_FALSE(gap.does(0, kRead, 2, 6));
  EXPECT_EQ(gap.check.unwritten_address(), gap.address(4));
}

TEST(SharedUnwritten, WhatIsNoNumberMayBeWrittenInPart) {
  TestBlock block;
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
  TestBlock block;
  ASSERT_FALSE(block.does(0, kWrite, 0, 16));
  block.check.barrier();
  ASSERT_FALSE(block.does(40, kRead, 0, 16));
  EXPECT_EQ(block.check.unwritten().pc, nullptr);
}

}  // namespace
}  // namespace simt
