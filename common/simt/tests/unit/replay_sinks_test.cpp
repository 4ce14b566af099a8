// Where replayed requests go besides the counters: journals, footprints, observers, and the race check.
#include "counters/replay.h"

#include <gtest/gtest.h>

#include <random>

#include <ostream>
#include <vector>

#include "counters/write_observer.h"
#include "recorded.h"

namespace simt {
namespace {

// ---- who else is told ----

struct Bytes {
  std::uintptr_t begin, end;  ///< from kBuffer on
  bool operator==(const Bytes&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Bytes& bytes) {
  return out << "[" << bytes.begin << ", " << bytes.end << ")";
}

/// What a request tells the journal of its block; the footprint must say the same.
std::vector<Bytes> told(const AddressOfLane& address, std::uint32_t lanes, Access access) {
  Warp warp;
  warp.access(lanes, 1, access, address);
  FootprintRecorder accesses;
  BlockJournal journal;
  warp.replay(0, {warp.sites, nullptr, &accesses, &journal, nullptr, 7, warp.issued});
  std::vector<Bytes> entries;
  for (const JournalEntry& entry : journal.take(0).entries) {
    EXPECT_EQ(entry.site, site_at(1, access));
    EXPECT_EQ(entry.warp, 7);
    entries.push_back({entry.begin - kBuffer, entry.end - kBuffer});
  }
  std::size_t bytes = 0;
  for (const FootprintPart& part : accesses.finish().parts) {
    EXPECT_EQ(part.pc, reinterpret_cast<void*>(1));
    for (const Range& range : part.ranges) bytes += range.end - range.begin;
  }
  std::vector<bool> used(1 << 16);
  for (const Bytes& entry : entries) {
    for (std::uintptr_t i = entry.begin; i < entry.end; ++i) used[i] = true;
  }
  EXPECT_EQ(bytes, static_cast<std::size_t>(std::count(used.begin(), used.end(), true)));
  return entries;
}

TEST(Accesses, AreToldAsRangesOfBytes) {
  using List = std::vector<Bytes>;
  EXPECT_EQ(told(row(kBuffer, 4), kAll, kLoad), (List{{0, 128}}));
  EXPECT_EQ(told(row(kBuffer + 16, 16), kAll, {Op::kStore, Space::kGlobal, 16}), (List{{16, 528}}));
  EXPECT_EQ(told(same(kBuffer + 8), kAll, {Op::kAtomic, Space::kGlobal, 8}), (List{{8, 16}}));
  EXPECT_EQ(told(row(kBuffer, 4), 0xf, kLoad), (List{{0, 16}}));
  EXPECT_EQ(told(row(kBuffer, 4), 0xf, {Op::kLoad, Space::kConstant, 4}), (List{{0, 16}}));
  EXPECT_EQ(told(row(kBuffer, 8), 0x7, kLoad), (List{{0, 4}, {8, 12}, {16, 20}}));
  EXPECT_EQ(told(same(kBuffer), 0x7, kLoad), (List{{0, 4}}));
  EXPECT_EQ(told(row(kBuffer, 8), kAll, kLoad).size(), 32u);
  // Two lanes each, then a gap, then back.
  const unsigned words[] = {0, 0, 1, 1, 2, 8, 9, 8, 3};
  EXPECT_EQ(told([&](unsigned lane) { return kBuffer + words[lane % 9] * 4; }, 0x1ff, kLoad),
            (List{{0, 12}, {32, 40}, {12, 16}}));
  EXPECT_EQ(told(row(kTile, 4), kAll, {Op::kLoad, Space::kShared, 4}), List{});
  EXPECT_EQ(told(row(kBuffer, 4), kAll, {Op::kLoad, Space::kTexture, 4}), List{});
  EXPECT_EQ(told(row(kTile, 4), kAll, {Op::kLoad, Space::kDistributed, 4}), List{});
}

TEST(Accesses, AreToldWithoutAJournalToo) {
  Warp warp;
  warp.access(kAll, 1, kLoad, row(kBuffer, 4)).access(0x3, 2, kLoad, row(kBuffer, 64));
  FootprintRecorder accesses;
  warp.replay(0, {warp.sites, nullptr, &accesses, nullptr, nullptr, 0, warp.issued});
  const Footprint footprint = accesses.finish();
  ASSERT_EQ(footprint.parts.size(), 2u);
  EXPECT_EQ(footprint.parts[0].ranges, (std::vector<Range>{{kBuffer, kBuffer + 128}}));
  EXPECT_EQ(footprint.parts[1].ranges,
            (std::vector<Range>{{kBuffer, kBuffer + 4}, {kBuffer + 64, kBuffer + 68}}));
}

TEST(Writers, AreToldOfStoresAndAtomicsInGlobalMemory) {
  watch_writers(reinterpret_cast<void*>(kBuffer), 128, 4);
  LaunchConfig config{};
  config.grid = dim3(4);
  config.block = dim3(128);
  WriteObserver observer;
  Findings findings;
  ASSERT_TRUE(observer.watch({config, 2, 0, 0, nullptr, watched_launch(config), findings, 2}));
  const std::vector<Observer*> observers{&observer};
  Warp warp;
  warp.access(0x1, 1, kLoad, same(kBuffer)).access(0x2, 2, kStore, same(kBuffer + 4));
  warp.access(0x8, 3, kAdd, same(kBuffer + 8));
  warp.access(0x1, 4, {Op::kStore, Space::kShared, 4}, same(kBuffer + 12));
  warp.replay(0, {warp.sites, nullptr, nullptr, nullptr, &observers, 3, warp.issued});
  const std::vector<Writer> all = writers(reinterpret_cast<void*>(kBuffer));
  ASSERT_EQ(all.size(), 32u);
  EXPECT_EQ(all[0].kind, WriterKind::kNobody);
  EXPECT_EQ(all[1].kind, WriterKind::kKernel);
  EXPECT_EQ(all[1].block.x, 2u);
  EXPECT_EQ(all[1].thread.x, 97u);
  EXPECT_EQ(all[1].warp, 3u);
  EXPECT_EQ(all[2].kind, WriterKind::kKernel);
  EXPECT_EQ(all[2].thread.x, 99u);
  EXPECT_EQ(all[3].kind, WriterKind::kNobody);
  stop_watching_writers(reinterpret_cast<void*>(kBuffer));
}

// ---- with the check of races between blocks ----

/// Two blocks: the first one stores 32 words, the other one does what the test says.
struct TwoBlocks {
  GridChecks checks{2, 1, 64};
  GlobalCheck check;
  Warp first, second;

  void replay() {
    check.begin_block(&checks, 0);
    first.access(kAll, 1, kStore, row(kBuffer, 4));
    first.replay(0, {first.sites, &check, nullptr, nullptr, nullptr, 1, first.issued});
    check.begin_block(&checks, 1);
    second.replay(0, {second.sites, &check, nullptr, nullptr, nullptr, 2, second.issued});
  }
};

TEST(CheckedReplay, ShowsTheCheckWhatIsInGlobalMemory) {
  TwoBlocks blocks;
  blocks.second.access(1u << 5, 2, kLoad, row(kBuffer, 4));
  blocks.replay();
  const BlockRace& race = blocks.checks.race();
  ASSERT_TRUE(race.found);
  EXPECT_EQ(race.address, kBuffer + 20);
  EXPECT_EQ(race.first.thread, 37u);
  EXPECT_EQ(race.second.thread, 69u);
  expect_site(blocks.first.at(1, kStore), 1, 32, 4);
  expect_site(blocks.second.at(2, kLoad), 1, 1, 1);
  TwoBlocks elsewhere;  // in other memory, with the same addresses
  for (const Space space :
       {Space::kShared, Space::kConstant, Space::kTexture, Space::kLocal, Space::kDistributed}) {
    elsewhere.second.access(kAll, 2, {Op::kLoad, space, 4}, row(kBuffer, 4));
  }
  elsewhere.replay();
  EXPECT_FALSE(elsewhere.checks.race().found);
}

TEST(CheckedReplay, CountsTheSameWhateverIsKnownOfTheEvents) {
  const std::uint64_t hash = std::uint64_t{0xabc} << kHashShift;
  struct {
    AddressOfLane address;
    unsigned sectors;
    bool is_race = false;
  } const rows[] = {
      {row(kBuffer + 4100, 4), 5},
      {row((kBuffer + 4100) | kSeen, 4), 5},  // it has been looked at
      {row((kBuffer + 4100) | hash, 4), 5},   // all lanes have stored the same
      {[=](unsigned lane) { return (kBuffer + 4100 + lane * 4) | (lane * hash); }, 5},
      {[=](unsigned lane) { return (kBuffer + 4100 + lane * 4) | (lane == 31 ? kSeen : 0); }, 5},
      {[=](unsigned lane) { return (kBuffer + 4100 + lane * 4) | (lane == 0 ? kSeen : 0); }, 5},
      {[=](unsigned lane) { return (kBuffer + 4096) | (lane * hash) | (lane > 7 ? kSeen : 0); }, 1,
       true},  // all lanes store something else
      {same((kBuffer + 4096) | kSeen | hash), 1},
  };
  for (const auto& r : rows) {
    TwoBlocks blocks;
    FootprintRecorder accesses;
    blocks.second.access(kAll, 2, kStore, r.address);
    blocks.replay();
    expect_site(blocks.second.at(2, kStore), 1, 32, r.sectors);
    EXPECT_EQ(blocks.checks.race().found, r.is_race);
    Warp told;
    told.access(kAll, 2, kStore, r.address);
    told.replay(0, {told.sites, &blocks.check, &accesses, nullptr, nullptr, 0, told.issued});
    const Footprint footprint = accesses.finish();
    ASSERT_EQ(footprint.parts.size(), 1u);
    EXPECT_EQ(footprint.parts[0].ranges.size(), 1u);
    EXPECT_GE(footprint.low, kBuffer + 4096);
    EXPECT_LE(footprint.high, kBuffer + 4100 + 128);
  }
}

// What one block has stored, the next one loads, in rows of any number of lanes: both ways of replaying find the same
// race.
TEST(CheckedReplay, FindsTheSameRaceEitherWay) {
  std::mt19937 random(11);
  for (int round = 0; round < 500; ++round) {
    const unsigned side_by_side = 4u << random() % 4;
    const std::uint64_t step = random() % 2 * 4, gap = random() % 40 * 4;
    const std::uint64_t begin = kBuffer + 1024 + random() % 64 * 4;
    const auto address = [&](unsigned lane) {
      return begin + lane % side_by_side * step + lane / side_by_side * gap;
    };
    const std::uint64_t stored = kBuffer + 1024 + random() % 400 * 4;
    BlockRace races[2];
    for (const bool is_uniform : {false, true}) {
      GridChecks checks(2, 1, 64);
      GlobalCheck check;
      Warp warp;
      Uniform uniform;
      uniform.check = &check;
      check.begin_block(&checks, 0);
      warp.access(1, 1, kStore, same(stored));
      warp.replay(0, {warp.sites, &check, nullptr, nullptr, nullptr, 0, warp.issued});
      check.begin_block(&checks, 1);
      if (is_uniform) {
        for (unsigned lane = 0; lane < 32; ++lane) {
          uniform.at(lane, 0) = {key_at(2, kLoad), address(lane)};
        }
        ASSERT_EQ(uniform.replay(kAll, 1), 1);
      } else {
        Warp loads;
        loads.access(kAll, 2, kLoad, address);
        loads.replay(0, {loads.sites, &check, nullptr, nullptr, nullptr, 0, loads.issued});
      }
      checks.conclude();
      races[is_uniform] = checks.race();
    }
    ASSERT_EQ(races[0].found, races[1].found) << "round " << round;
    if (!races[0].found) continue;
    EXPECT_EQ(races[0].address, races[1].address);
    EXPECT_EQ(races[0].second.thread, races[1].second.thread) << "round " << round;
  }
}

TEST(CheckedReplay, ShowsNothingTwice) {
  TwoBlocks blocks;
  blocks.second.access(kAll, 2, kLoad, row(kBuffer | kSeen, 4));
  blocks.replay();
  EXPECT_FALSE(blocks.checks.race().found);
}

TEST(CheckedReplay, GivesEachLaneOfARowItsThread) {
  for (const unsigned lane : {0u, 1u, 17u, 31u}) {
    GridChecks checks(2, 1, 64);
    GlobalCheck check;
    Uniform warp;
    warp.check = &check;
    check.begin_block(&checks, 0);
    for (unsigned i = 0; i < 32; ++i) warp.at(i, 0) = {key_at(1, kStore), kBuffer + 64 + 4 * i};
    EXPECT_EQ(warp.replay(kAll, 1), 1);
    check.begin_block(&checks, 1);
    warp.at(lane, 0) = {key_at(2, kLoad), kBuffer + 64 + 4 * lane};
    EXPECT_EQ(warp.replay(1u << lane, 1), 1);
    ASSERT_TRUE(checks.race().found);
    EXPECT_EQ(checks.race().address, kBuffer + 64 + 4 * lane);
    EXPECT_EQ(checks.race().first.thread, lane);
    EXPECT_EQ(checks.race().second.thread, lane);
  }
}

}  // namespace
}  // namespace simt
