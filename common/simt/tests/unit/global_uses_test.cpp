// What the shadow of global memory keeps: several uses by one block, and the users within a block.
#include "races/global_check.h"

#include <gtest/gtest.h>

#include <vector>

#include "test_grid.h"

namespace simt {
namespace {

// ---- several uses by one block ----

TEST(GlobalUses, OfOneBlockDoNotHideEachOther) {
  // Whatever block 0 does first, and whatever then: the later block races with either.
  for (const Kind first : kKinds) {
    for (const Kind second : kKinds) {
      for (const Kind later : kKinds) {
        for (const unsigned bytes : {4u, 8u, 2u}) {
          TestGrid grid(2);
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
    TestGrid grid(2);
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
    TestGrid grid(2);
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
    TestGrid grid(2);
    for (const std::uint32_t lanes : {0xffu, 0xff00'0000u, 0xff'ff00u}) {
      grid.row(0, 3, kWrites, 0, 4, lanes);
      EXPECT_EQ(slots_in_use(), 1u);
    }
    grid.use(1, 0, kReads, at);
    ASSERT_TRUE(grid.races());
    EXPECT_EQ(grid.race().first.thread, 96 + at / 4);
  }
  // What a later use replaces makes room for it.
  TestGrid again(2);
  for (unsigned thread = 0; thread < 100; ++thread) again.use(0, thread, kReads);
  EXPECT_EQ(slots_in_use(), 2u) << "two readers are enough to know";
  EXPECT_EQ(unit_of(kBuffer).more, nullptr);
}

TEST(GlobalUses, ManyOfOneUnitAreAllKept) {
  // 32 blocks use a word each, at different lines; a last one reads one of them.
  for (unsigned at = 0; at < 128; at += 4) {
    TestGrid grid(40);
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
    TestGrid grid(300);
    for (unsigned i = 0; i < 200; ++i) grid.use(reverse ? 299 - i : i + 100, 0, kReads);
    EXPECT_EQ(slots_in_use(), 2u);
    EXPECT_EQ(unit_of(kBuffer).more, nullptr) << "the places are used again";
    grid.use(50, 3, kWrites);
    ASSERT_TRUE(grid.races());
    EXPECT_EQ(grid.race().first.block, 50u);
    EXPECT_EQ(grid.race().second.block, 100u);
  }
  TestGrid self(300);  // the lowest one itself writes: the second lowest is told
  for (unsigned i = 0; i < 200; ++i) self.use(i + 100, 0, kReads);
  self.use(100, 0, kWrites);
  EXPECT_EQ(self.race().first.block, 100u);
  EXPECT_EQ(self.race().second.block, 101u);
}

// A unit that two blocks have read: the reads of others need not be recorded, until something changes.
TEST(GlobalUses, OfAUnitThatEnoughHaveReadAreKept) {
  const auto read_by = [](TestGrid& grid, std::initializer_list<unsigned> blocks) {
    for (const unsigned block : blocks) grid.row(block, 0, kReads);
  };
  TestGrid lower(9);  // by a lower block, which is to be told
  read_by(lower, {5, 6, 7, 8, 3});
  lower.row(4, 0, kWrites);
  EXPECT_EQ(lower.race().first.block, 3u);
  EXPECT_EQ(lower.race().second.block, 4u);

  TestGrid written(9);  // a later write that comes after both reads
  read_by(written, {0, 1, 2, 3});
  written.hand_over(0, 0, 5, 0);
  written.hand_over(1, 0, 5, 0);
  written.row(5, 0, kWrites);
  EXPECT_FALSE(written.races());
  written.row(7, 0, kReads);
  ASSERT_TRUE(written.races());
  EXPECT_EQ(written.race().first.block, 5u);
  EXPECT_EQ(written.race().second.block, 7u);

  for (const unsigned end : {0u, 31u}) {  // of all bytes but a word
    TestGrid partly(9);
    for (const unsigned block : {0u, 1u, 2u}) partly.row(block, 0, kReads, 0, 4, ~(1u << end));
    partly.row(3, 0, kReads);
    partly.use(4, 0, kWrites, 4 * end);
    EXPECT_EQ(partly.race().first.block, 3u) << end;
    EXPECT_EQ(partly.race().second.block, 4u);
  }
  for (const bool again : {false, true}) {  // in the next launch, or after a barrier of the grid
    TestGrid first(9);
    read_by(first, {0, 1, 2, 3});
    TestGrid next(9);
    TestGrid& grid = again ? first : next;
    if (again) grid.grid_barrier();
    read_by(grid, {4});
    grid.row(5, 0, kWrites);
    EXPECT_EQ(grid.race().first.block, 4u);
    EXPECT_EQ(grid.race().second.block, 5u);
  }
}

// ---- within a block ----

TEST(GlobalInside, TwoReadersAreKeptForWhoeverWrites) {
  // Many have read; then one of them writes, or somebody else.
  for (const unsigned readers : {2u, 3u, 40u, 200u}) {
    for (const unsigned writer : {0u, 1u, 33u, 199u, 900u}) {
      TestGrid grid(1);
      for (unsigned thread = 0; thread < readers; ++thread) grid.use(0, thread, kReads);
      ASSERT_FALSE(grid.races());
      grid.use(0, writer, kWrites);
      EXPECT_TRUE(grid.races()) << readers << " readers, " << writer;
      EXPECT_NE(grid.race().first.thread, grid.race().second.thread);
    }
  }
  // The lanes of one request.
  for (const unsigned writer : {0u, 1u, 31u}) {
    TestGrid grid(1);
    std::vector<std::uint64_t> addresses(32, kBuffer);
    std::vector<std::uint8_t> lanes;
    for (unsigned lane = 0; lane < 32; ++lane) lanes.push_back(static_cast<std::uint8_t>(lane));
    grid.block(0).request(key_at(1, access_of_kind(kReads, 4)), 0, 32, addresses.data(),
                          lanes.data(), false);
    grid.use(0, writer, kWrites);
    EXPECT_TRUE(grid.races()) << writer;
  }
}

TEST(GlobalInside, ARowsLanesAreToldApart) {
  for (const unsigned shift : {0u, 1u, 31u}) {
    TestGrid grid(1);
    grid.row(0, 2, kReads, 4 * shift).row(0, 2, kWrites, 0);
    EXPECT_EQ(grid.races(), shift > 0) << shift;
    if (shift == 0) continue;
    EXPECT_EQ(grid.race().address, kBuffer + 4 * shift);
    EXPECT_EQ(grid.race().first.thread, 64u);
    EXPECT_EQ(grid.race().second.thread, 64 + shift);
  }
}

}  // namespace
}  // namespace simt
