// Which calls of NCCL belong together, on calls made by hand.
#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "libraries/nccl/call.h"

namespace simt {
namespace {

using Kind = RankCall::Kind;

/// Calls of three ranks, each with memory of its own.
class Matching : public testing::Test {
 protected:
  Matching() { clique->devices = {0, 1, 2}; }

  /// A call whose data lie at address 1000 (rank + 1), and its result 500 bytes behind them.
  RankCall call(int rank, Kind kind = Kind::kAllReduce, std::size_t count = 4, int peer = -1) {
    const auto at = [&](int address) { return reinterpret_cast<void*>(std::intptr_t{address}); };
    const int begin = 1000 * (rank + 1);
    return {{"ncclTest", nullptr, nullptr},
            kind,
            {clique, rank},
            at(begin),
            at(begin + 500),
            count,
            ncclInt32,
            ncclSum,
            peer,
            nullptr};
  }
  RankCall send(int from, int to, std::size_t count = 4) {
    return call(from, Kind::kSend, count, to);
  }
  RankCall receive(int by, int from, std::size_t count = 4) {
    return call(by, Kind::kReceive, count, from);
  }
  /// The counts of what belongs together, by exchange. @param report is left in `report`
  std::vector<std::vector<std::size_t>> counts(const std::vector<RankCall>& calls) {
    report.clear();
    std::vector<std::vector<std::size_t>> all;
    for (const Exchange& exchange : match(calls, report)) {
      all.emplace_back();
      for (const RankCall& one : exchange) all.back().push_back(one.count);
    }
    return all;
  }
  bool reports(const std::vector<RankCall>& calls, const std::string& words) {
    counts(calls);
    return report.find(words) != std::string::npos;
  }
  using Counts = std::vector<std::vector<std::size_t>>;

  std::shared_ptr<Clique> clique = std::make_shared<Clique>();
  std::string report;
};

TEST_F(Matching, TheNthCallOfEachRankBelongsToTheNthOfTheOthers) {
  // Rank 0 makes both of its calls first; no two use the same memory.
  std::vector<RankCall> calls;
  for (const auto& [rank, count] : {std::pair(0, 3), {0, 5}, {2, 3}, {1, 3}, {1, 5}, {2, 5}}) {
    calls.push_back(call(rank, Kind::kAllReduce, static_cast<std::size_t>(count)));
    if (count == 5) {
      calls.back().send = static_cast<const char*>(calls.back().send) + 100;
      calls.back().receive = static_cast<char*>(calls.back().receive) + 100;
    }
  }
  EXPECT_EQ(counts(calls), (Counts{{3, 3, 3}, {5, 5, 5}}));
  EXPECT_EQ(report, "");
}

TEST_F(Matching, ARankIsMissing) {
  EXPECT_TRUE(reports({call(0), call(2)}, "rank 1 makes 0 in this group"));
  EXPECT_TRUE(reports({call(0), call(1), call(2), call(2)}, "rank 0 makes 1 in this group"));
}

TEST_F(Matching, CliquesAreApart) {
  const auto other = std::make_shared<Clique>();
  other->devices = {0};
  RankCall alone = call(0);
  alone.comm.clique = other;
  alone.send = alone.receive = reinterpret_cast<void*>(std::intptr_t{9000});
  EXPECT_EQ(counts({call(0), alone, call(1), call(2)}).size(), 2u);
  EXPECT_EQ(report, "");
}

TEST_F(Matching, WhatAllHaveToSayAlike) {
  const auto differs = [&](Kind kind, auto change, const char* words) {
    RankCall last = call(2, kind, 4, 0);
    change(last);
    return reports({call(0, kind, 4, 0), call(1, kind, 4, 0), last}, words);
  };
  EXPECT_TRUE(differs(
      Kind::kAllReduce, [](RankCall& c) { c.count = 3; }, "the counts differ"));
  EXPECT_TRUE(differs(
      Kind::kAllReduce, [](RankCall& c) { c.type = ncclFloat; }, "types differ"));
  EXPECT_TRUE(differs(
      Kind::kAllReduce, [](RankCall& c) { c.op = ncclMax; }, "operations differ"));
  EXPECT_TRUE(differs(
      Kind::kReduce, [](RankCall& c) { c.peer = 1; }, "the roots differ"));
  EXPECT_TRUE(differs(
      Kind::kAllGather, [](RankCall& c) { c.kind = Kind::kAllReduce; }, "different func"));
  // An operation matters only where there is one.
  EXPECT_FALSE(differs(
      Kind::kBroadcast, [](RankCall& c) { c.op = ncclMax; }, "differ"));
}

TEST_F(Matching, MessagesFromOneRankToAnotherComeInOrder) {
  RankCall second = send(0, 1, 7), takes_second = receive(1, 0, 7);
  second.send = static_cast<const char*>(second.send) + 100;
  takes_second.receive = static_cast<char*>(takes_second.receive) + 100;
  EXPECT_EQ(counts({send(0, 1, 5), second, receive(1, 0, 5), takes_second}),
            (Counts{{5, 5}, {7, 7}}));
  EXPECT_EQ(report, "");
  EXPECT_TRUE(reports({send(0, 1, 5), receive(1, 0, 6)}, "the counts differ"));
}

TEST_F(Matching, TheSenderComesFirstWhicheverSideIsCalledFirst) {
  for (const auto& calls : {std::vector{send(0, 2), receive(2, 0)}, {receive(2, 0), send(0, 2)}}) {
    const std::vector<Exchange> all = match(calls, report);
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0][0].rank(), 0);
    EXPECT_EQ(all[0][1].rank(), 2);
  }
}

TEST_F(Matching, AMessageHasTwoSides) {
  EXPECT_TRUE(reports({send(0, 1), receive(2, 0)}, "rank 1 does not receive from 0"));
  EXPECT_TRUE(reports({receive(1, 0), send(0, 2)}, "rank 0 sends nothing to 1"));
  EXPECT_TRUE(reports({send(0, 1), send(1, 0)}, "rank 1 does not receive from 0"));
}

TEST_F(Matching, ResultsMayBeWhereTheRanksOwnDataAre) {
  // @return whether rank 1 may have its result so many bytes behind the beginning of its data
  const auto may = [&](Kind kind, int offset) {
    std::vector<RankCall> calls = {call(0, kind), call(1, kind), call(2, kind)};
    calls[1].receive = const_cast<char*>(static_cast<const char*>(calls[1].send)) + offset;
    counts(calls);
    return report.empty();
  };
  // 4 numbers are 16 bytes.
  EXPECT_TRUE(may(Kind::kAllReduce, 0));
  EXPECT_FALSE(may(Kind::kAllReduce, 4));
  EXPECT_FALSE(may(Kind::kAllReduce, -12));
  EXPECT_TRUE(may(Kind::kAllReduce, 16));
  EXPECT_TRUE(may(Kind::kAllGather, -16));  // the data are part 1 of 3
  EXPECT_FALSE(may(Kind::kAllGather, 0));
  EXPECT_TRUE(may(Kind::kReduceScatter, 16));
  EXPECT_FALSE(may(Kind::kReduceScatter, 0));
  EXPECT_TRUE(may(Kind::kReduceScatter, 48));
}

TEST_F(Matching, CallsOfAGroupDoNotUseWhatOneWrites) {
  RankCall other = receive(1, 2);
  other.receive = const_cast<void*>(send(1, 0).send);
  const auto group = [&] { return std::vector{send(1, 0), receive(0, 1), send(2, 1), other}; };
  EXPECT_TRUE(reports(group(), "calls of one group use the same memory"));
  other.receive = static_cast<char*>(other.receive) + 16;
  EXPECT_FALSE(reports(group(), "simt"));
}

TEST_F(Matching, WhatACallReadsAndWrites) {
  const auto sizes = [&](Kind kind, int rank, int peer) {
    const RankCall made = call(rank, kind, 4, peer);
    return std::pair(made.read().end - made.read().begin,
                     made.written().end - made.written().begin);
  };
  EXPECT_EQ(sizes(Kind::kAllReduce, 1, -1), std::pair(16ul, 16ul));
  EXPECT_EQ(sizes(Kind::kAllGather, 1, -1), std::pair(16ul, 48ul));
  EXPECT_EQ(sizes(Kind::kReduceScatter, 1, -1), std::pair(48ul, 16ul));
  EXPECT_EQ(sizes(Kind::kBroadcast, 1, 1), std::pair(16ul, 16ul));
  EXPECT_EQ(sizes(Kind::kBroadcast, 1, 0), std::pair(0ul, 16ul));
  EXPECT_EQ(sizes(Kind::kReduce, 1, 0), std::pair(16ul, 0ul));
  EXPECT_EQ(sizes(Kind::kReduce, 0, 0), std::pair(16ul, 16ul));
  EXPECT_EQ(sizes(Kind::kSend, 0, 1), std::pair(16ul, 0ul));
  EXPECT_EQ(sizes(Kind::kReceive, 0, 1), std::pair(0ul, 16ul));
}

TEST(Types, HaveTheirSize) {
  EXPECT_EQ(size_of(ncclInt8), 1u);
  EXPECT_EQ(size_of(ncclBfloat16), 2u);
  EXPECT_EQ(size_of(ncclUint32), 4u);
  EXPECT_EQ(size_of(ncclDouble), 8u);
  EXPECT_EQ(size_of(static_cast<ncclDataType_t>(ncclBfloat16 + 1)), 0u);
}

}  // namespace
}  // namespace simt
