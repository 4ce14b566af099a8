// Traces: what is written of requests, shuffles and barriers made by hand.
#include "counters/trace.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "recorded.h"

namespace simt {
namespace {

constexpr Access kSharedLoad{Op::kLoad, Space::kShared, 4},
    kSharedStore{Op::kStore, Space::kShared, 4};
constexpr Access kClusterStore{Op::kStore, Space::kDistributed, 4};
constexpr std::uint8_t kLanes[] = {3, 5};
/// Two blocks, each with an array `tile` at byte 4096.
constexpr std::uintptr_t kBase[] = {kSharedBase, kSharedBase + 2 * kSharedWindow};

class Trace : public testing::Test {
 protected:
  Trace() {
    trace.add_block(kBase[0]);
    trace.add_block(kBase[1]);
    trace.add_shared("tile", 4096, 256);
  }
  void request(unsigned rank, Access access, std::uint64_t first, std::uint64_t second) {
    const std::uint64_t addresses[] = {first, second};
    trace.request(rank, 1, key_at(0, access), 2, addresses, kLanes, 7, 2);
  }
  bool has(const std::string& part) const { return text().find(part) != std::string::npos; }
  std::string text() const {
    LaunchConfig config{};
    config.name = "k<\"a\\b\">";
    config.file = "x.cu";
    config.line = 12;
    config.grid = {6, 2, 1};
    config.block = {64, 1, 1};
    config.cluster = {2, 1, 1};
    return trace.json(config);
  }
  ClusterTrace trace;
};

TEST_F(Trace, NamesTheLaunch) {
  EXPECT_TRUE(has(
      R"({"kernel": "k<\"a\\b\">", "line": "x.cu:12", "grid": [6, 2, 1], "block": [64, 1, 1], "cluster": [2, 1, 1])"))
      << text();
}

TEST_F(Trace, ARequestHasItsLanesAndTheirOffsets) {
  request(0, kSharedLoad, kBase[0] + 4096 + 8, kBase[0] + 4096 + 136);
  EXPECT_TRUE(has(R"({"rank": 0, "phase": 0, "warp": 1, "access": "shared load")")) << text();
  EXPECT_TRUE(has(
      R"("bytes": 4, "memory": "tile", "lanes": [3, 5], "offsets": [8, 136], "start": 0, "units": 7, "least": 2})"))
      << text();
}

TEST_F(Trace, GlobalMemoryIsNamedByTheParameterThatBeginsLast) {
  trace.name_memory({{"all", kBuffer, kBuffer + 1024},
                     {"half", kBuffer + 512, kBuffer + 1024},
                     {"late", kBuffer + 736, kBuffer + 1024}});
  request(0, {Op::kLoad, Space::kGlobal, 4}, kBuffer + 508, kBuffer + 512);
  request(0, {Op::kLoad, Space::kGlobal, 4}, kBuffer + 512, kBuffer + 516);
  request(0, {Op::kLoad, Space::kGlobal, 4}, kBuffer + 740, kBuffer + 744);
  request(0, {Op::kLoad, Space::kGlobal, 4}, kBuffer + 1024, kBuffer + 1028);
  EXPECT_TRUE(
      has(R"("memory": "all", "lanes": [3, 5], "offsets": [508, 512], "start": 0, "units": 7})"))
      << text();
  EXPECT_TRUE(
      has(R"("memory": "half", "lanes": [3, 5], "offsets": [0, 4], "start": 0, "units": 7})"))
      << text();
  EXPECT_TRUE(
      has(R"("memory": "late", "lanes": [3, 5], "offsets": [4, 8], "start": 96, "units": 7})"))
      << text();
  EXPECT_TRUE(has(R"("bytes": 4, "lanes": [3, 5], "offsets": [)" + std::to_string(kBuffer + 1024)))
      << text();
}

TEST_F(Trace, ABarrierTellsWhatHasBeenWritten) {
  const auto word = [](unsigned rank, unsigned at) -> std::uint32_t& {
    return *reinterpret_cast<std::uint32_t*>(kBase[rank] + 4096 + at);
  };
  word(0, 8) = 70;
  word(0, 12) = 71;
  word(1, 16) = 0xffff'ffff;
  request(0, kSharedStore, kBase[0] + 4096 + 8, kBase[0] + 4096 + 8);
  // By the other block: at the addresses that map_shared_rank() gives.
  request(0, kClusterStore, kBase[1] + kSharedBytes + 4096 + 16,
          kBase[1] + kSharedBytes + 4096 + 16);
  trace.barrier(0, "block");
  trace.barrier(1, "cluster");
  request(0, kSharedLoad, kBase[0] + 4096 + 12, kBase[0] + 4096 + 12);
  trace.barrier(0, "end");
  EXPECT_TRUE(has(R"("access": "cluster store")")) << text();
  EXPECT_TRUE(has(R"("owners": [1, 1], "lanes": [3, 5], "offsets": [16, 16])")) << text();
  EXPECT_TRUE(has(R"({"rank": 0, "phase": 0, "barrier": "block", "shared": {"tile": {"8": 70}}})"))
      << text();
  EXPECT_TRUE(has(
      R"({"rank": 1, "phase": 0, "barrier": "cluster", "shared": {"tile": {"16": 4294967295}}})"))
      << text();
  EXPECT_TRUE(has(R"({"rank": 0, "phase": 1, "warp": 1, "access": "shared load")")) << text();
  EXPECT_TRUE(has(R"({"rank": 0, "phase": 1, "barrier": "end", "shared": {"tile": {"8": 70}}})"))
      << "a load writes nothing: " << text();
}

TEST_F(Trace, AShuffleHasWhoGivesWhatToWhom) {
  trace.shuffle(1, {"down", nullptr, 2, {{0, 1, 10, 11}, {1, 1, 11, 11}}});
  EXPECT_TRUE(has(R"({"rank": 1, "phase": 0, "warp": 2, "shuffle": "down", )")) << text();
  EXPECT_TRUE(has(R"("lanes": [0, 1], "sources": [1, 1], "given": [10, 11], "got": [11, 11]})"))
      << text();
}

// What a request leaves in the counters does not depend on whether it is traced.
TEST(TracedReplay, CountsTheSame) {
  ClusterTrace trace;
  Warp warp, traced;
  for (Warp* each : {&warp, &traced}) {
    each->access(kAll, 1, kSharedLoad, row(kTile, 8))
        .access(kLowHalf, 2, kSharedStore, row(kTile, 4));
  }
  warp.replay();
  ReplaySink to = traced.to();
  const LaunchConfig launch{};
  TraceObserver observer;
  Findings findings;
  ASSERT_TRUE(observer.watch({launch, 0, 0, kSharedBase, &trace, {}, findings, 0}));
  const std::vector<Observer*> observers{&observer};
  to.observers = &observers;
  traced.replay(0, to);
  for (const auto& [pc, access] : {std::pair(1u, kSharedLoad), {2u, kSharedStore}}) {
    const Site one = warp.at(pc, access), other = traced.at(pc, access);
    EXPECT_EQ(one.requests, other.requests);
    EXPECT_EQ(one.units, other.units);
    EXPECT_EQ(one.minimum, other.minimum);
  }
  EXPECT_EQ(warp.at(1, kSharedLoad).units, 2u);
  LaunchConfig config{};
  config.name = "";
  config.file = "x.cu";
  const std::string text = trace.json(config);
  EXPECT_NE(text.find(R"("units": 2, "least": 1)"), std::string::npos) << text;
}

}  // namespace
}  // namespace simt
