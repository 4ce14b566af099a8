// Races between the blocks of a cluster: what they do to one block's shared memory, and which barriers lie between.
#include "races/cluster_check.h"

#include <gtest/gtest.h>

#include <cstring>

namespace simt {
namespace {

const void* line(unsigned number) { return reinterpret_cast<const void*>(std::uintptr_t{number}); }

/// A block of rank 1 in a cluster of four, and its shared memory.
class Owner {
 public:
  Owner() { check.begin_block(1, 4); }
  /// @param user block and thread, at the line 100 * block + thread + 1, with this many barriers arrived and
  /// passed @return whether it races; a write changes the value
  bool does(SharedUse use, const ClusterUser& user, unsigned at = 0, unsigned bytes = 4,
            bool changes = true) {
    const bool loads = use == SharedUse::kRead || use == SharedUse::kStrongRead;
    const Op op = loads ? Op::kLoad : use == SharedUse::kWrite ? Op::kStore : Op::kAtomic;
    const auto address = reinterpret_cast<std::uintptr_t>(memory) + at;
    if (check.access(address, bytes, use, op, user, line(100 * user.rank + user.thread + 1))) {
      return true;
    }
    if (!loads && changes) ++memory[at / 4];
    if (check.last_write_races()) return true;
    Race race;
    return reads.has_deferred() && reads.find_race(race);
  }

  std::uint32_t memory[16] = {};
  SharedCasReads reads;
  ClusterCheck check{reinterpret_cast<std::uintptr_t>(memory), reads};
};

constexpr SharedUse kUses[] = {SharedUse::kRead, SharedUse::kStrongRead, SharedUse::kWrite,
                               SharedUse::kUpdate};

bool writes(SharedUse use) { return use >= SharedUse::kWrite; }
bool is_atomic(SharedUse use) { return use == SharedUse::kStrongRead || use == SharedUse::kUpdate; }

TEST(ClusterCheck, NeedsABarrierOfTheClusterBetweenTwoBlocks) {
  for (const SharedUse earlier : kUses) {
    for (const SharedUse later : kUses) {
      for (const unsigned rank : {0u, 1u, 3u}) {
        for (std::uint32_t passed = 2; passed < 5; ++passed) {
          Owner owner;
          ASSERT_FALSE(owner.does(earlier, {0, 7, 3, 3}));
          const bool conflict =
              (writes(earlier) || writes(later)) && !(is_atomic(earlier) && is_atomic(later));
          const bool race = conflict && rank != 0 && passed <= 3;
          EXPECT_EQ(owner.does(later, {rank, 9, passed, passed}), race)
              << int(earlier) << " " << int(later) << " " << rank << " " << passed;
        }
      }
    }
  }
}

TEST(ClusterCheck, BetweenTheHalvesIsBeforeTheNextBarrierOnly) {
  Owner owner;
  ASSERT_FALSE(owner.does(SharedUse::kWrite, {1, 0, 1, 0}, 0));  // has arrived, and not passed
  EXPECT_TRUE(owner.does(SharedUse::kRead, {2, 0, 1, 1}, 0));
  EXPECT_FALSE(owner.does(SharedUse::kRead, {2, 0, 2, 2}, 0));
  ASSERT_FALSE(owner.does(SharedUse::kRead, {2, 0, 0, 0}, 4));  // before it arrives
  EXPECT_TRUE(owner.does(SharedUse::kWrite, {1, 0, 1, 0}, 4)) << "not passed yet";
}

TEST(ClusterCheck, TellsBothSides) {
  Owner owner;
  ASSERT_FALSE(owner.does(SharedUse::kWrite, {1, 5, 0, 0}));
  ASSERT_TRUE(owner.does(SharedUse::kRead, {2, 6, 0, 0}));
  EXPECT_EQ(owner.check.race().earlier.thread, 5u) << "of the block itself";
  EXPECT_EQ(owner.check.race().earlier.op, Op::kStore);
  EXPECT_EQ(owner.check.race().earlier.pc, line(106));
  EXPECT_EQ(owner.check.race().later.thread, ClusterThread::of_other(2, 6)) << "of block 2";
  EXPECT_EQ(owner.check.race().later.op, Op::kLoad);
  EXPECT_EQ(owner.check.race().address, reinterpret_cast<std::uintptr_t>(owner.memory));
}

// Whoever comes first, and whoever comes after: the latest of two blocks are enough to know.
TEST(ClusterCheck, OfManyReadersTheLatestCount) {
  for (unsigned latest = 0; latest < 4; ++latest) {
    for (unsigned writer = 0; writer < 4; ++writer) {
      Owner owner;
      for (unsigned rank = 0; rank < 4; ++rank) {
        const std::uint32_t arrived = rank == latest ? 5 : rank;
        ASSERT_FALSE(owner.does(SharedUse::kRead, {rank, 0, arrived, arrived}));
      }
      EXPECT_EQ(owner.does(SharedUse::kWrite, {writer, 0, 5, 5}), writer != latest);
      EXPECT_FALSE(Owner().does(SharedUse::kWrite, {writer, 0, 6, 6}));
    }
  }
}

TEST(ClusterCheck, LooksAtBytes) {
  Owner owner;
  ASSERT_FALSE(owner.does(SharedUse::kWrite, {0, 0, 0, 0}, 1, 1));
  EXPECT_FALSE(owner.does(SharedUse::kWrite, {2, 0, 0, 0}, 2, 2));
  EXPECT_TRUE(owner.does(SharedUse::kRead, {1, 0, 0, 0}, 0, 4));
  Owner wide;
  ASSERT_FALSE(wide.does(SharedUse::kWrite, {0, 0, 0, 0}, 8, 8));
  EXPECT_FALSE(wide.does(SharedUse::kRead, {2, 0, 0, 0}, 4, 4));
  EXPECT_TRUE(wide.does(SharedUse::kRead, {2, 0, 0, 0}, 13, 1));
}

TEST(ClusterCheck, WritesOfTheSameValuePassUnlessSomebodyReads) {
  Owner owner;
  ASSERT_FALSE(owner.does(SharedUse::kWrite, {0, 0, 0, 0}, 0, 4, false));
  EXPECT_FALSE(owner.does(SharedUse::kWrite, {2, 0, 0, 0}, 0, 4, false));
  ASSERT_FALSE(owner.does(SharedUse::kRead, {2, 0, 2, 2}, 0, 4));
  EXPECT_TRUE(owner.does(SharedUse::kWrite, {0, 0, 1, 1}, 0, 4, false));
  Owner other;
  ASSERT_FALSE(other.does(SharedUse::kWrite, {0, 0, 0, 0}));
  EXPECT_TRUE(other.does(SharedUse::kWrite, {2, 0, 0, 0}));
}

TEST(ClusterCheck, AnotherBlockBeginsAnew) {
  Owner owner;
  ASSERT_FALSE(owner.does(SharedUse::kWrite, {0, 0, 0, 0}, 0, 4));
  ASSERT_FALSE(owner.does(SharedUse::kWrite, {0, 0, 0, 0}, 4, 1));
  owner.check.begin_block(1, 4);
  EXPECT_FALSE(owner.does(SharedUse::kRead, {1, 0, 0, 0}, 0, 4));
  EXPECT_FALSE(owner.does(SharedUse::kRead, {1, 0, 0, 0}, 4, 4));
  EXPECT_TRUE(owner.check.is_needed());
  owner.check.begin_block(0, 1);
  EXPECT_FALSE(owner.check.is_needed());
}

}  // namespace
}  // namespace simt
