// Copies to shared memory that are in flight: who may not use what they fill, and for how long.
#include "execution/block/watch/async_copies.h"

#include <gtest/gtest.h>

#include <vector>

#include "recorded.h"

namespace simt {
namespace {

const void* line(unsigned number) { return reinterpret_cast<const void*>(std::uintptr_t{number}); }

/// A block with some words of shared memory, all of which are written.
class Copies : public testing::Test {
 protected:
  Copies() {
    check_.begin_block();
    for (unsigned i = 0; i < kWords; ++i) shared_shadow(word(i)) = kWritten;
  }
  ~Copies() override { copies_.clear(); }

  static constexpr unsigned kWords = 16;
  static constexpr std::uint8_t kWritten = 4;
  static constexpr CounterPhase kOwnBatch{};
  static std::uintptr_t word(unsigned i) { return kTile + 4 * i; }

  void add(unsigned thread, unsigned at, const CounterPhase& phase = kOwnBatch,
           unsigned bytes = 4) {
    copies_.add({word(at), kBuffer + 4 * at, line(thread), thread, bytes}, phase);
  }
  /// Whether the thread must not use the word yet.
  bool is_in_flight(unsigned thread, unsigned at) const {
    return copies_.find_conflict(word(at), 4, thread, false).store != nullptr;
  }
  std::size_t land(unsigned thread, std::size_t but) {
    std::vector<AsyncStore> landed;
    copies_.complete_batches(thread, but, landed);
    return landed.size();
  }

  SharedCheck check_{kTile};
  AsyncCopies copies_{kTile, check_};
};

TEST_F(Copies, AreOfTheirWordsUntilTheirThreadHasWaited) {
  EXPECT_TRUE(copies_.is_empty());
  EXPECT_FALSE(copies_.has_sources());
  add(0, 2, kOwnBatch, 16);
  EXPECT_TRUE(copies_.has_sources());
  for (unsigned i = 0; i < kWords; ++i) {
    EXPECT_EQ(is_in_flight(1, i), i >= 2 && i < 6) << i;
    EXPECT_EQ(shared_shadow(word(i)), i >= 2 && i < 6 ? 0 : kWritten) << i;
  }
  EXPECT_NE(copies_.find_source_conflict(kBuffer + 8, 1).store, nullptr);
  EXPECT_EQ(copies_.find_source_conflict(kBuffer + 7, 1).store, nullptr);
  EXPECT_EQ(copies_.find_source_conflict(kBuffer + 24, 1).store, nullptr);
  copies_.commit(0);
  EXPECT_EQ(land(0, 1), 0u) << "of all but the last batch";
  EXPECT_TRUE(is_in_flight(1, 2));
  EXPECT_EQ(land(0, 0), 1u);
  EXPECT_FALSE(copies_.has_sources());
  for (unsigned i = 0; i < kWords; ++i) {
    EXPECT_FALSE(is_in_flight(1, i)) << i;
    EXPECT_EQ(shared_shadow(word(i)), kWritten) << i;
  }
  EXPECT_TRUE(copies_.is_empty());
}

TEST_F(Copies, OfAPhaseAreOverForThoseThatHavePassedIt) {
  constexpr CounterPhase kPhase{kTile + 64, 0};
  add(3, 1, kPhase);
  EXPECT_TRUE(is_in_flight(5, 1));
  copies_.complete({kPhase.counter, 1});
  copies_.pass(kPhase, 5);
  EXPECT_TRUE(is_in_flight(5, 1)) << "it is not complete";
  copies_.complete(kPhase);
  EXPECT_TRUE(is_in_flight(5, 1)) << "the thread does not know";
  copies_.pass(kPhase, 5);
  EXPECT_FALSE(is_in_flight(5, 1));
  EXPECT_TRUE(is_in_flight(40, 1)) << "another one does not either";
  copies_.publish();
  EXPECT_FALSE(is_in_flight(40, 1));
  EXPECT_TRUE(copies_.is_empty());
}

// What has been used for copies that are over is used for the next ones, and nothing is left of the former.
TEST_F(Copies, BeginAnewWhereOthersHaveEnded) {
  for (std::uint32_t round = 0; round < 3; ++round) {
    SCOPED_TRACE(round);
    const CounterPhase phase{kTile + 64, round};
    add(3, 1 + round, phase);
    EXPECT_TRUE(is_in_flight(5, 1 + round));
    EXPECT_NE(copies_.find_source_conflict(kBuffer + 4 * (1 + round), 4).store, nullptr);
    copies_.complete(phase);
    copies_.pass(phase, 5);
    EXPECT_FALSE(is_in_flight(5, 1 + round));
    copies_.publish();
    EXPECT_TRUE(copies_.is_empty());
    add(7, 8);  // a batch in between
    EXPECT_TRUE(is_in_flight(5, 8));
    copies_.commit(7);
    EXPECT_EQ(land(7, 0), 1u);
  }
}

TEST_F(Copies, OfABulkGroupAreNotThoseOfABatch) {
  add(0, 1);
  add(0, 5, kBulkGroup);
  copies_.commit(0);
  EXPECT_EQ(land(0, 0), 1u);
  EXPECT_FALSE(is_in_flight(1, 1));
  EXPECT_TRUE(is_in_flight(1, 5)) << "a wait for batches is none for groups";
  std::vector<AsyncStore> landed;
  copies_.complete_batches(0, 0, landed, kBulkGroup.number);
  EXPECT_TRUE(landed.empty()) << "the group is open";
  ASSERT_NE(copies_.any_in_batches(kBulkGroup.number), nullptr);
  EXPECT_EQ(copies_.any_in_batches(kBulkGroup.number)->to, word(5));
  copies_.commit(0, kBulkGroup.number);
  copies_.complete_batches(0, 0, landed, kBulkGroup.number);
  EXPECT_EQ(landed.size(), 1u);
  EXPECT_FALSE(is_in_flight(1, 5));
  EXPECT_EQ(copies_.any_in_batches(kBulkGroup.number), nullptr);
  EXPECT_TRUE(copies_.is_empty());
}

TEST_F(Copies, LetTheirSourcesBeReadAndNotWritten) {
  const AsyncStore row{word(2), 0, line(7), 0, 16, true};
  copies_.add(row, kBulkGroup);
  copies_.add(row, kBulkGroup);  // two copies may read the same words
  for (unsigned i = 0; i < kWords; ++i) {
    const bool is_read = i >= 2 && i < 6;
    EXPECT_EQ(copies_.find_conflict(word(i), 4, 1, false).store != nullptr, is_read) << i;
    const AsyncCopies::Conflict of_load = copies_.find_conflict(word(i), 4, 1, false, true);
    EXPECT_EQ(of_load.store, nullptr) << i;
    EXPECT_TRUE(of_load.is_valid) << i;
  }
  EXPECT_EQ(copies_.find_source_conflict(kBuffer, 16).store, nullptr) << "not of global memory";
  copies_.commit(0, kBulkGroup.number);
  std::vector<AsyncStore> landed;
  copies_.complete_batches(0, 0, landed, kBulkGroup.number);
  EXPECT_EQ(landed.size(), 2u);
  for (unsigned i = 0; i < kWords; ++i) EXPECT_EQ(shared_shadow(word(i)), kWritten) << i;
}

TEST_F(Copies, OfPartsOfTheSameRowsEndEachForItself) {
  const auto read = [&](unsigned thread, unsigned first, unsigned words) {
    copies_.add({word(first), 0, line(thread), thread, 4 * words, true}, kProducts);
    copies_.commit(thread, kProducts.number);
  };
  const auto end = [&](unsigned thread) {
    std::vector<AsyncStore> landed;
    copies_.complete_batches(thread, 0, landed, kProducts.number);
  };
  const auto reader_of = [&](unsigned i) -> int {
    const AsyncStore* const store = copies_.find_conflict(word(i), 4, 96, false).store;
    return store == nullptr ? -1 : static_cast<int>(store->thread);
  };
  read(0, 0, 8);
  read(32, 4, 8);
  read(64, 2, 12);
  end(64);
  end(0);
  for (unsigned i = 0; i < kWords; ++i) EXPECT_EQ(reader_of(i), i >= 4 && i < 12 ? 32 : -1) << i;
  end(32);
  for (unsigned i = 0; i < kWords; ++i) EXPECT_EQ(shared_shadow(word(i)), kWritten) << i;
  EXPECT_TRUE(copies_.is_empty());
}

TEST_F(Copies, ThatNobodyHasWaitedForLeaveTheWordsAsTheyWere) {
  shared_shadow(word(3)) = 0;  // nobody has written it
  for (const unsigned at : {0u, 3u, 4u, 9u}) add(at, at);
  copies_.clear();
  for (unsigned i = 0; i < kWords; ++i) {
    EXPECT_EQ(shared_shadow(word(i)), i == 3 ? 0 : kWritten) << i;
  }
  EXPECT_TRUE(copies_.is_empty());
  EXPECT_FALSE(copies_.has_sources());
  EXPECT_FALSE(is_in_flight(1, 0));
}

}  // namespace
}  // namespace simt
