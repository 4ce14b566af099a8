// What a block has done before it launches a grid: which of it the child may rely on.
#include "races/block_journal.h"

#include <gtest/gtest.h>

#include "recorded.h"

namespace simt {
namespace {

constexpr Access kLoad{Op::kLoad, Space::kGlobal, 8};

JournalEntry only_entry(BlockJournal& journal) {
  LaunchingBlock block = journal.take(0);
  EXPECT_EQ(block.entries.size(), 1u);
  return block.entries.empty() ? JournalEntry{} : block.entries[0];
}

TEST(BlockJournal, KeepsPlaceBytesAndWhoItWas) {
  BlockJournal journal;
  journal.barrier();
  journal.barrier();
  const TraceEvent event{key_at(0x50, kLoad), kBuffer + 16};
  journal.add(&event, &event + 1, 70, false);
  const JournalEntry entry = only_entry(journal);
  EXPECT_EQ(entry.site, site_at(0x50, kLoad));
  EXPECT_EQ(entry.begin, kBuffer + 16);
  EXPECT_EQ(entry.end, kBuffer + 24);
  EXPECT_EQ(entry.phase, 2u);
  EXPECT_EQ(entry.thread, 70);
  EXPECT_EQ(entry.warp, 2);
  EXPECT_EQ(entry.synced, 0);
}

TEST(BlockJournal, KeepsARequestOfSeveralLanes) {
  BlockJournal journal;
  journal.add(site_at(0x50, kLoad), kBuffer, kBuffer + 256, 31);
  const JournalEntry entry = only_entry(journal);
  EXPECT_EQ(entry.site, site_at(0x50, kLoad));
  EXPECT_EQ(entry.begin, kBuffer);
  EXPECT_EQ(entry.end, kBuffer + 256);
  EXPECT_EQ(entry.phase, 0u);
  EXPECT_EQ(entry.thread, -1);
  EXPECT_EQ(entry.warp, 31);
  EXPECT_EQ(entry.synced, 1);
}

TEST(BlockJournal, KeepsGlobalAndConstantMemoryOnlyInTheirOrder) {
  const TraceEvent events[] = {
      {key_at(1, {Op::kStore, Space::kGlobal, 4}), kBuffer | std::uint64_t{9} << kHashShift},
      {key_at(2, {Op::kBlock, Space::kGlobal, 0}), 0},
      {key_at(3, {Op::kLoad, Space::kShared, 4}), kTile},
      {key_at(4, {Op::kLoad, Space::kConstant, 4}), kBuffer + 4},
      {key_at(5, {Op::kLoad, Space::kTexture, 4}), kBuffer},
      {key_at(6, {Op::kLoad, Space::kLocal, 4}), 0},
      {key_at(7, {Op::kLoad, Space::kDistributed, 4}), kTile},
      {key_at(8, {Op::kAtomic, Space::kGlobal, 4}), kBuffer | kSeen},
  };
  BlockJournal journal;
  journal.add(events, events + 8, 1023, true);
  const LaunchingBlock block = journal.take(6);
  EXPECT_EQ(block.block, 6u);
  ASSERT_EQ(block.entries.size(), 3u);
  EXPECT_EQ(pc_of(block.entries[0].site), reinterpret_cast<void*>(1));
  EXPECT_EQ(pc_of(block.entries[1].site), reinterpret_cast<void*>(4));
  EXPECT_EQ(pc_of(block.entries[2].site), reinterpret_cast<void*>(8));
  EXPECT_EQ(block.entries[0].begin, kBuffer) << "without the hash";
  EXPECT_EQ(block.entries[2].begin, kBuffer) << "without the mark";
  EXPECT_EQ(block.entries[2].end, kBuffer + 4);
  EXPECT_EQ(block.entries[2].warp, 31);
  EXPECT_EQ(block.entries[2].synced, 1);
}

TEST(BlockJournal, BeginsAnewWithABlock) {
  BlockJournal journal;
  EXPECT_FALSE(journal.has_launches());
  journal.barrier();
  journal.add(site_at(1, kLoad), kBuffer, kBuffer + 8, 0);
  journal.launch(3);
  EXPECT_TRUE(journal.has_launches());
  journal.begin_block();
  EXPECT_FALSE(journal.has_launches());
  journal.add(site_at(2, kLoad), kBuffer, kBuffer + 8, 0);
  const LaunchingBlock block = journal.take(0);
  ASSERT_EQ(block.entries.size(), 1u);
  EXPECT_EQ(block.entries[0].phase, 0u);
  EXPECT_TRUE(block.launches.empty());
}

// Before the launch: what the thread itself did, what its warp did before it met, and all before a barrier.
TEST(LaunchPoint, ComesAfterWhatIsOrderedBeforeTheLaunch) {
  BlockJournal journal;
  const TraceEvent event{key_at(1, kLoad), kBuffer};
  const auto add = [&](unsigned thread, bool synced) {
    journal.add(&event, &event + 1, thread, synced);
  };
  constexpr unsigned kLauncher = 33;
  add(99, false);  // 0: before a barrier
  journal.barrier();
  add(kLauncher, false);                                    // 1: its own
  add(34, false);                                           // 2: another lane's
  add(34, true);                                            // 3: and the warp has met since
  add(2, true);                                             // 4: another warp's
  journal.add(site_at(1, kLoad), kBuffer, kBuffer + 8, 1);  // 5: several lanes of the warp
  journal.add(site_at(1, kLoad), kBuffer, kBuffer + 8, 0);  // 6: of another one
  journal.launch(kLauncher);
  add(kLauncher, false);  // 7: after the launch
  add(34, true);          // 8
  journal.barrier();
  add(kLauncher, false);  // 9
  journal.launch(2);
  const LaunchingBlock block = journal.take(0);
  ASSERT_EQ(block.launches.size(), 2u);
  EXPECT_EQ(block.launches[0].entries, 7u);
  EXPECT_EQ(block.launches[0].phase, 1u);
  EXPECT_EQ(block.launches[0].thread, kLauncher);
  const bool first[] = {true, true, false, true, false, true, false, false, false, false};
  const bool second[] = {true, true, true, true, true, true, true, true, true, false};
  ASSERT_EQ(block.entries.size(), std::size(first));
  for (std::size_t i = 0; i < std::size(first); ++i) {
    EXPECT_EQ(block.launches[0].comes_after(block.entries[i], i), first[i]) << i;
    EXPECT_EQ(block.launches[1].comes_after(block.entries[i], i), second[i]) << i;
  }
  // An entry that is not before the launch in the journal can be of an earlier phase only.
  EXPECT_FALSE((LaunchPoint{1, 1, 33}.comes_after({0, 0, 8, 2, 33, 1, 1}, 0)));
}

TEST(BlockJournal, StopsWhenItIsFull) {
  BlockJournal journal;
  for (std::size_t i = 0; i < (1u << 20) + 5; ++i) {
    journal.add(site_at(1, kLoad), kBuffer + i, kBuffer + i + 1, 0);
  }
  const LaunchingBlock block = journal.take(0);
  ASSERT_EQ(block.entries.size(), 1u << 20);
  EXPECT_EQ(block.entries.back().begin, kBuffer + (1u << 20) - 1);
}

}  // namespace
}  // namespace simt
