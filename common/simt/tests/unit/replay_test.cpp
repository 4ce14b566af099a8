// How the records of 32 lanes become the requests of a warp.
#include "counters/replay.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "counters/write_observer.h"
#include "recorded.h"

namespace simt {
namespace {

constexpr Access kLoad{Op::kLoad, Space::kGlobal, 4};
constexpr Access kStore{Op::kStore, Space::kGlobal, 4};
constexpr Access kAdd{Op::kAtomic, Space::kGlobal, 4};

void expect_site(const Site& site, std::uint64_t requests, std::uint64_t lanes, std::uint64_t units,
                 std::uint64_t minimum = 0) {
  EXPECT_EQ(site.requests, requests);
  EXPECT_EQ(site.lanes, lanes);
  EXPECT_EQ(site.units, units);
  EXPECT_EQ(site.minimum, minimum);
}

// ---- which lanes go together ----

TEST(Replay, LanesAtOnePlaceAreOneRequest) {
  Warp warp;
  warp.block(kAll, 1).access(kAll, 2, kLoad, row(kBuffer, 4)).block(kAll, 3);
  EXPECT_EQ(warp.replay(), 0u);
  expect_site(warp.at_block(1), 1, 32, 0);
  expect_site(warp.at(2, kLoad), 1, 32, 4);
  expect_site(warp.at_block(3), 1, 32, 0);
  EXPECT_EQ(warp.issued, 2u) << "basic blocks";
}

TEST(Replay, BranchesGoOneAfterTheOtherAndMeetAgain) {
  Warp warp;
  warp.block(kAll, 1).block(kLowHalf, 10).block(kHighHalf, 20).block(kAll, 30);
  warp.replay();
  expect_site(warp.at_block(1), 1, 32, 0);
  expect_site(warp.at_block(10), 1, 16, 0);
  expect_site(warp.at_block(20), 1, 16, 0);
  expect_site(warp.at_block(30), 1, 32, 0);
  EXPECT_EQ(warp.issued, 4u);
}

TEST(Replay, AnIfWithoutElseWaitsForNobodyTwice) {
  Warp warp;
  warp.block(1u << 31, 10).block(kAll, 20);
  warp.replay();
  expect_site(warp.at_block(10), 1, 1, 0);
  expect_site(warp.at_block(20), 1, 32, 0);
}

TEST(Replay, ALoopGoesOnUntilItsLastLane) {
  Warp warp;
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned turn = 0; turn <= lane; ++turn) {
      warp.access(1u << lane, 10, kLoad, same(kBuffer)).block(1u << lane, 11);
    }
  }
  warp.block(kAll, 20);
  warp.replay();
  expect_site(warp.at(10, kLoad), 32, 32 * 33 / 2, 32);
  expect_site(warp.at_block(11), 32, 32 * 33 / 2, 0);
  expect_site(warp.at_block(20), 1, 32, 0);
}

TEST(Replay, LanesThatHaveEndedTakeNoPart) {
  Warp warp;
  warp.block(kAll, 1).block(~5u, 2).block(1u << 31, 3);
  warp.replay();
  expect_site(warp.at_block(1), 1, 32, 0);
  expect_site(warp.at_block(2), 1, 30, 0);
  expect_site(warp.at_block(3), 1, 1, 0);
  Warp nobody;
  EXPECT_EQ(nobody.replay(), 0u);
  EXPECT_EQ(nobody.issued, 0u);
}

// What goes first decides who meets: half of the lanes call a function whose code lies above the call,
// and the others wait where it returns to.
TEST(Replay, TheDeepestFrameGoesFirstWhereverItsCodeLies) {
  Warp warp;
  warp.block(kLowHalf, 10).block(kLowHalf, 100, kCallee).block(kAll, 50);
  warp.replay();
  expect_site(warp.at_block(100), 1, 16, 0);
  expect_site(warp.at_block(50), 1, 32, 0);
}

TEST(Replay, OnePlaceInTwoFramesIsTwoRequests) {  // recursion
  Warp warp;
  warp.block(kLowHalf, 10, kCallee).block(kHighHalf, 10, kCalleesCallee);
  warp.replay();
  expect_site(warp.at_block(10), 2, 32, 0);
  EXPECT_EQ(warp.issued, 2u);
}

TEST(Replay, TwoAccessesAtOneProgramCounterAreTwoRequests) {
  Warp warp;
  warp.access(kLowHalf, 10, kLoad, same(kBuffer)).access(kHighHalf, 10, kStore, same(kBuffer));
  warp.replay();
  expect_site(warp.at(10, kLoad), 1, 16, 1);
  expect_site(warp.at(10, kStore), 1, 16, 1);
}

TEST(Replay, TheLowestProgramCounterGoesFirst) {
  Warp warp;
  warp.sites.keep_samples(true);  // in the order in which they come
  warp.access(kHighHalf, 30, kLoad, same(kBuffer)).access(kLowHalf, 20, kLoad, same(kBuffer));
  warp.access(kHighHalf, 40, kLoad, same(kBuffer), kCallee);
  warp.access(kLowHalf, 50, kLoad, same(kBuffer));
  warp.replay();
  const auto& samples = warp.sites.samples();
  ASSERT_EQ(samples.size(), 4u);
  const unsigned order[] = {20, 30, 40, 50};
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(samples[i].key, site_at(order[i], kLoad));
}

TEST(Replay, RetiresNothingTwiceAndLeavesNothing) {
  Warp warp;
  warp.block(kAll, 1).block(kLowHalf, 2);
  warp.replay();
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(warp.left_of(lane), 0u);
}

TEST(Replay, StopsWhereALaneThatHasMoreToRecordHasNoMore) {
  Warp warp;
  warp.block(kAll, 1).block(~4u, 2);
  EXPECT_EQ(warp.replay(1u << 2), 0u);  // lane 2 has not finished
  expect_site(warp.at_block(1), 1, 32, 0);
  expect_site(warp.at_block(2), 0, 0, 0);
  EXPECT_EQ(warp.left_of(0), 1u);
  EXPECT_EQ(warp.left_of(2), 0u);
  Warp empty;  // none yet
  empty.block(~4u, 1);
  empty.replay(1u << 2);
  expect_site(empty.at_block(1), 0, 0, 0);
  Warp full;  // it waits with the others, and all it has is there
  full.block(kAll, 1).block(1u << 2, 2);
  full.replay(1u << 2);
  expect_site(full.at_block(1), 1, 32, 0);
  expect_site(full.at_block(2), 1, 1, 0);
}

TEST(Replay, StopsAtAQuestionAndSaysWhoAsks) {
  Warp warp;
  warp.block(kAll, 1).access(0xf0, 2, Access::mask_query(), same(0)).block(kAll, 3);
  EXPECT_EQ(warp.replay(), 0xf0u);
  expect_site(warp.at_block(1), 1, 32, 0);
  expect_site(warp.at_block(3), 0, 0, 0);
  EXPECT_EQ(warp.left_of(4), 2u) << "the query and what comes after it";
  EXPECT_EQ(warp.left_of(0), 1u);
  // Who is at a lower place goes first.
  Warp others;
  others.block(kLowHalf, 1).access(kHighHalf, 2, Access::mask_query(), same(0)).block(kLowHalf, 3);
  EXPECT_EQ(others.replay(), kHighHalf);
  expect_site(others.at_block(1), 1, 16, 0);
  expect_site(others.at_block(3), 0, 0, 0);
}

// ---- the common case: all lanes did the same ----

struct Uniform {
  static constexpr std::ptrdiff_t kStride = 40;
  std::vector<TraceEvent> events = std::vector<TraceEvent>(32 * kStride, TraceEvent{77, 77});
  SiteTable sites;
  std::uint64_t issued = 0;
  GlobalCheck* check = nullptr;

  TraceEvent& at(unsigned lane, std::ptrdiff_t i) { return events[lane * kStride + i]; }
  std::ptrdiff_t replay(std::uint32_t lanes, std::ptrdiff_t length) {
    const ReplaySink to{sites, check, nullptr, nullptr, nullptr, 0, issued};
    return replay_uniform(events.data(), kStride, lanes, length, to);
  }
};

TEST(UniformReplay, RetiresAllThatIsTheSame) {
  for (const std::uint32_t lanes : {kAll, kLowHalf, 0x8000'0001u, 0x10u}) {
    Uniform warp;
    const auto count = static_cast<unsigned>(std::popcount(lanes));
    for (unsigned lane = 0; lane < 32; ++lane) {
      if ((lanes >> lane & 1) == 0) continue;  // has nothing there, and nobody looks
      for (std::ptrdiff_t i = 0; i < 20; ++i) {
        warp.at(lane, i) = {key_at(static_cast<unsigned>(100 - i), kLoad), kBuffer + lane * 32};
      }
      warp.at(lane, 20) = {key_at(200, Warp::kBasicBlock), 0};
    }
    EXPECT_EQ(warp.replay(lanes, 21), 21);
    for (unsigned i = 0; i < 20; ++i) {
      expect_site(warp.sites[site_at(100 - i, kLoad)], 1, count, count);
    }
    expect_site(warp.sites[site_at(200, Warp::kBasicBlock)], 1, count, 0);
    EXPECT_EQ(warp.issued, 1u);
  }
}

TEST(UniformReplay, StopsAtTheFirstDifferenceOfAnyLane) {
  for (unsigned odd = 0; odd < 32; ++odd) {
    Uniform warp;
    for (unsigned lane = 0; lane < 32; ++lane) {
      for (unsigned i = 0; i < 5; ++i) {
        warp.at(lane, i) = {key_at(10 + i + (lane == odd && i == 3 ? 1 : 0), kLoad), kBuffer};
      }
    }
    EXPECT_EQ(warp.replay(kAll, 5), 3);
    expect_site(warp.sites[site_at(12, kLoad)], 1, 32, 1);
    expect_site(warp.sites[site_at(13, kLoad)], 0, 0, 0);
    expect_site(warp.sites[site_at(14, kLoad)], 0, 0, 0);
  }
}

TEST(UniformReplay, LooksAtNoFrameThatDiffers) {
  Uniform warp;
  for (unsigned lane = 0; lane < 32; ++lane) {
    warp.at(lane, 0) = {key_at(10, kLoad, lane == 9 ? kCallee : kKernel), kBuffer};
  }
  EXPECT_EQ(warp.replay(kAll, 1), 0);
  EXPECT_EQ(warp.replay(kAll, 0), 0);
}

// Both ways of replaying count the same, whatever the lanes do side by side.
TEST(UniformReplay, CountsWhatTheOtherWayCounts) {
  std::mt19937 random(5);
  const Space spaces[] = {Space::kGlobal, Space::kShared, Space::kConstant, Space::kDistributed};
  const std::int64_t steps[] = {0, 1, -1, 2, 3, 8, 17, 32, 33, -32, 128};
  for (int round = 0; round < 400; ++round) {
    const std::uint32_t lanes = round % 3 != 0 ? kAll : static_cast<std::uint32_t>(random()) | 2;
    const std::ptrdiff_t length = 1 + static_cast<std::ptrdiff_t>(random() % 11);
    Uniform uniform;
    Warp other;
    for (std::ptrdiff_t i = 0; i < length; ++i) {
      const Space space = spaces[random() % std::size(spaces)];
      const bool atomic = space != Space::kConstant && random() % 5 == 0;
      const unsigned bytes = 1u << random() % (atomic ? 4 : 5);
      const Access access(atomic ? Op::kAtomic : Op::kLoad, space, bytes);
      const auto step = static_cast<std::uint64_t>(steps[random() % std::size(steps)] * bytes);
      const std::uint64_t begin = kTile + random() % 64 * bytes;
      const auto odd = random() % 64;  // a lane that does not fit, if there is one
      const auto pc = static_cast<unsigned>(100 + i);
      other.access(lanes, pc, access, [&](unsigned lane) {
        const std::uint64_t address = begin + lane * step + (lane == odd ? 64 : 0);
        uniform.at(lane, i) = {key_at(pc, access), address};
        return address;
      });
    }
    other.replay();
    ASSERT_EQ(uniform.replay(lanes, length), length);
    other.sites.for_each([&](const Site& site) {
      const Site& mine = uniform.sites[site.key];
      ASSERT_EQ(mine.requests, site.requests);
      ASSERT_EQ(mine.lanes, site.lanes);
      ASSERT_EQ(mine.units, site.units) << "round " << round;
      ASSERT_EQ(mine.minimum, site.minimum);
    });
  }
}

// ---- what a request counts, by the kind of memory ----

TEST(Counts, OfGlobalMemoryAreSectors) {
  struct {
    AddressOfLane address;
    std::uint32_t active;
    unsigned sectors, rounds;  ///< of a load or store, and of an atomic operation
  } const rows[] = {
      {row(kBuffer, 4), kAll, 4, 4},
      {row(kBuffer + 4, 4), kAll, 5, 5},
      {row(kBuffer + 28, 4), kAll, 5, 5},
      {row(kBuffer, 8), kAll, 8, 8},
      {row(kBuffer, 64), kAll, 32, 32},
      {row(kBuffer, 4096), kAll, 32, 32},
      {[](unsigned lane) { return kBuffer + 8192 - 64 * lane; }, kAll, 32, 32},
      {row(kBuffer, 4), kAll >> 1, 4, 4},
      {row(kBuffer, 4), 0xff, 1, 1},
      {same(kBuffer), kAll, 1, 32},
      {same(kBuffer), 0x3, 1, 2},
      {[](unsigned lane) { return kBuffer + 4 * (31 - lane); }, kAll, 4, 4},
  };
  for (const auto& r : rows) {
    Warp warp;
    warp.access(r.active, 1, kLoad, r.address).access(r.active, 2, kStore, r.address);
    warp.access(r.active, 3, kAdd, r.address);
    warp.replay();
    const auto lanes = static_cast<unsigned>(std::popcount(r.active));
    expect_site(warp.at(1, kLoad), 1, lanes, r.sectors);
    expect_site(warp.at(2, kStore), 1, lanes, r.sectors);
    expect_site(warp.at(3, kAdd), 1, lanes, r.rounds);
  }
}

TEST(Counts, OfAlmostARowAreThoseOfWhatItIs) {
  for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u}) {
    const Access access(Op::kLoad, Space::kGlobal, bytes);
    for (unsigned odd = 0; odd < 32; ++odd) {
      // One lane is far away.
      Warp warp;
      warp.access(kAll, 1, access,
                  [=](unsigned lane) { return kBuffer + lane * bytes + (lane == odd ? 4096 : 0); });
      // One lane of a broadcast is.
      warp.access(kAll, 2, access,
                  [=](unsigned lane) { return kBuffer + (lane == odd ? 4096u : 0u); });
      warp.replay();
      expect_site(warp.at(1, access), 1, 32, bytes + 1);
      expect_site(warp.at(2, access), 1, 32, 2);
    }
    Warp twice;  // the row in two halves, far apart
    twice.access(kAll, 1, access,
                 [=](unsigned lane) { return kBuffer + lane * bytes + (lane < 16 ? 0 : 8192); });
    twice.replay();
    expect_site(twice.at(1, access), 1, 32, std::max(bytes, 2u));
  }
}

TEST(Counts, OfDistributedSharedMemoryAreSectorsToo) {
  const Access load(Op::kLoad, Space::kDistributed, 4), add(Op::kAtomic, Space::kDistributed, 4);
  Warp warp;
  warp.access(kAll, 1, load, row(kTile + 4, 4)).access(kAll, 2, add, same(kTile));
  warp.replay();
  expect_site(warp.at(1, load), 1, 32, 5);
  expect_site(warp.at(2, add), 1, 32, 32);
}

TEST(Counts, OfSharedMemoryAreWavefronts) {
  const Access load(Op::kLoad, Space::kShared, 4), wide(Op::kStore, Space::kShared, 8),
      add(Op::kAtomic, Space::kShared, 4);
  Warp warp;
  warp.access(kAll, 1, load, row(kTile, 4)).access(kAll, 1, load, row(kTile, 8));
  warp.access(kAll, 2, wide, row(kTile, 16)).access(kAll, 3, add, same(kTile));
  warp.access(kHighHalf, 4, load, row(kTile, 128));
  warp.replay();
  expect_site(warp.at(1, load), 2, 64, 3, 2);
  EXPECT_EQ(warp.at(1, load).bank_conflicts(), 1u);
  expect_site(warp.at(2, wide), 1, 32, 4, 2);
  EXPECT_EQ(warp.at(2, wide).bank_conflicts(), 2u);
  expect_site(warp.at(3, add), 1, 32, 32, 1);
  expect_site(warp.at(4, load), 1, 16, 16, 1);
}

TEST(Counts, OfConstantMemoryAreWordsAndOfTexturesNothing) {
  const Access constant(Op::kLoad, Space::kConstant, 4), texture(Op::kLoad, Space::kTexture, 4);
  Warp warp;
  warp.access(kAll, 1, constant, same(kBuffer)).access(kAll, 2, constant, row(kBuffer, 4));
  warp.access(kAll, 3, texture, row(kBuffer, 4));
  warp.replay();
  expect_site(warp.at(1, constant), 1, 32, 1);
  expect_site(warp.at(2, constant), 1, 32, 32);
  expect_site(warp.at(3, texture), 1, 32, 0);
}

// ---- local memory: arrays that g++ may still have in registers ----

AddressOfLane local(unsigned array, const AddressOfLane& offset) {
  return [=](unsigned lane) { return std::uint64_t{array} << 32 | offset(lane); };
}
Site local_site(Warp& warp, unsigned pc, Access access, unsigned array) {
  return warp.sites[local_site_of(key_at(pc, access), std::uint64_t{array} << 32)];
}

TEST(LocalMemory, HasARequestForEachWord) {
  struct {
    unsigned bytes, requests, sectors;
  } const rows[] = {{1, 1, 4}, {2, 1, 4}, {4, 1, 4}, {8, 2, 8}, {16, 4, 16}};
  for (const auto& r : rows) {
    const Access access(Op::kStore, Space::kLocal, r.bytes);
    Warp warp;
    warp.access(kAll, 1, access, local(3, same(32)));
    warp.replay();
    expect_site(local_site(warp, 1, access, 3), r.requests, 32, r.sectors);
    expect_site(warp.at(1, access), 0, 0, 0);
  }
  const Access load(Op::kLoad, Space::kLocal, 4);
  Warp half;
  half.access(kHighHalf, 1, load, local(3, same(32)));
  half.replay();
  expect_site(local_site(half, 1, load, 3), 1, 16, 2);
}

TEST(LocalMemory, CountsOnlyWhatIsShownToBeThere) {
  const Access load(Op::kLoad, Space::kLocal, 4);
  Warp warp;
  warp.access(kAll, 1, load, local(1, same(8)));  // the same index in all lanes: registers, perhaps
  warp.access(kAll, 2, load, local(2, row(0, 4)));  // an index per lane: no
  warp.access(kAll, 3, load, local(2, same(0)));    // another access to that array
  warp.access(kAll, 4, load, local(3, same(8)));    // told by somebody else
  warp.access(kAll, 5, load, local(4, [](unsigned lane) { return lane == 31 ? 4u : 0u; }));
  warp.access(kAll, 6, load, local(5, [](unsigned lane) { return lane == 0 ? 4u : 0u; }));
  warp.access(1, 7, load, local(6, same(4)));    // one lane says nothing
  warp.access(kAll, 8, kLoad, row(kBuffer, 4));  // and other memory is there anyway
  warp.replay();
  warp.sites.note_local_array(3);
  warp.sites.drop_unproven_local_arrays();
  const unsigned arrays[] = {0, 1, 2, 2, 3, 4, 5, 6};
  const bool counts[] = {false, false, true, true, true, true, true, false};
  for (unsigned pc = 1; pc <= 7; ++pc) {
    EXPECT_EQ(local_site(warp, pc, load, arrays[pc]).requests != 0, counts[pc]) << pc;
  }
  EXPECT_EQ(warp.at(8, kLoad).requests, 1u);
  unsigned visited = 0;
  warp.sites.for_each([&](const Site& site) {
    ++visited;
    EXPECT_EQ(site.requests, 1u);
  });
  EXPECT_EQ(visited, 6u) << "what does not count, and the notes, are no sites";
}

// ---- the table ----

TEST(SiteTable, KeepsAnyNumberOfSites) {
  SiteTable table;
  constexpr unsigned kSites = 5000;
  for (unsigned pass = 1; pass <= 2; ++pass) {
    for (unsigned i = 0; i < kSites; ++i) {
      Site& site = table[site_at(0x4000 + 8 * i, kLoad)];
      site.requests += i + 1;
      site.units += 1;
    }
  }
  std::map<std::uint64_t, std::uint64_t> found;
  table.for_each([&](const Site& site) {
    EXPECT_EQ(site.units, 2u);
    EXPECT_TRUE(found.emplace(site.key, site.requests).second);
  });
  ASSERT_EQ(found.size(), kSites);
  for (unsigned i = 0; i < kSites; ++i) {
    EXPECT_EQ(found[site_at(0x4000 + 8 * i, kLoad)], 2 * (i + 1));
  }
  table.clear();
  table.for_each([](const Site&) { FAIL(); });
  EXPECT_EQ(table[site_at(0x4000, kLoad)].units, 0u);
}

TEST(SiteTable, AddsUpTables) {
  SiteTable sum, other;
  sum[5] = {5, 1, 2, 3, 4};
  other[5] = {5, 10, 20, 30, 40};
  other[6] = {6, 100, 200, 300, 400};
  const std::uint64_t address = kBuffer;
  const std::uint8_t lane = 3;
  sum.add_sample(5, 1, &address, &lane);
  other.add_sample(6, 1, &address, &lane);
  sum.add(other);
  expect_site(sum[5], 11, 22, 33, 44);
  expect_site(sum[6], 100, 200, 300, 400);
  ASSERT_EQ(sum.samples().size(), 2u);
  EXPECT_EQ(sum.samples()[1].key, 6u);
  expect_site(other[5], 10, 20, 30, 40);
  sum.clear();
  EXPECT_TRUE(sum.samples().empty());
}

TEST(SiteTable, ClearsEveryPlace) {
  SiteTable table;
  for (std::uint64_t first = 1; first < 5000; first += 100) {  // wherever these lie
    for (std::uint64_t key = first; key < first + 100; ++key) table[key].requests = 1;
    table.clear();
    table.for_each([](const Site& site) { ADD_FAILURE() << site.key; });
  }
}

// Keys whose search begins at the table's last place, so that it goes on at the first.
TEST(SiteTable, SearchesOnFromTheBeginning) {
  SiteTable table;
  std::vector<std::uint64_t> keys;
  for (std::uint64_t key = 1; keys.size() < 4; ++key) {
    if ((key * 0x9e3779b97f4a7c15u >> 40 & 255) == 255) keys.push_back(key);
  }
  for (const std::uint64_t key : keys) table[key].requests = key;
  for (const std::uint64_t key : keys) EXPECT_EQ(table[key].requests, key);
}

TEST(Samples, AreTheFirstRequestsOfEverySite) {
  const Access texture(Op::kLoad, Space::kTexture, 4), shared(Op::kLoad, Space::kShared, 4);
  Warp warp;
  EXPECT_FALSE(warp.sites.keeps_samples());
  warp.sites.keep_samples(true);
  warp.access(0xf0, 1, kLoad, row(kBuffer, 4), kCallee);
  warp.access(kAll, 1, kLoad, row(kBuffer + 64, 4));
  warp.access(kAll, 2, texture, row(kBuffer, 4)).access(kAll, 3, shared, row(kTile, 4));
  warp.block(kAll, 4);
  warp.replay();
  const auto& samples = warp.sites.samples();
  ASSERT_EQ(samples.size(), 2u);
  EXPECT_EQ(samples[0].key, site_at(1, kLoad));
  ASSERT_EQ(samples[0].count, 4u);
  for (unsigned i = 0; i < 4; ++i) {
    EXPECT_EQ(samples[0].lanes[i], 4 + i);
    EXPECT_EQ(samples[0].addresses[i], kBuffer + 4 * (4 + i));
  }
  EXPECT_EQ(samples[1].key, site_at(3, shared));
  EXPECT_EQ(samples[1].count, 32u);
  EXPECT_EQ(samples[1].addresses[31], kTile + 124);
  Warp without;
  without.access(kAll, 1, kLoad, row(kBuffer, 4));
  without.replay();
  EXPECT_TRUE(without.sites.samples().empty());
}

TEST(Samples, AreKeptWhereAllLanesDidTheSame) {
  const Access shared(Op::kLoad, Space::kShared, 4);
  Uniform warp;
  warp.sites.keep_samples(true);
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (std::ptrdiff_t i = 0; i < 2; ++i) {
      warp.at(lane, i) = {key_at(3, shared), kTile + 4 * lane + 128 * static_cast<unsigned>(i)};
    }
  }
  ASSERT_EQ(warp.replay(kAll, 2), 2);
  expect_site(warp.sites[site_at(3, shared)], 2, 64, 2, 2);
  const auto& samples = warp.sites.samples();
  ASSERT_EQ(samples.size(), 1u);
  EXPECT_EQ(samples[0].key, site_at(3, shared));
  EXPECT_EQ(samples[0].count, 32u);
  EXPECT_EQ(samples[0].addresses[31], kTile + 124);
}

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
  WriteObserver observer({watched_launch(config), 2});
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

// ---- any program ----

// A structured program, drawn at random: what all lanes do together must be as if the two ways of
// replaying were one, and every event must be counted once.
TEST(AnyProgram, CountsEveryEventOnce) {
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    Warp warp;
    std::map<unsigned, unsigned> lanes_at;
    for (unsigned pc = 10; pc < 60; ++pc) {
      const auto half = random();  // of the lanes; three quarters with the next
      const auto lanes = static_cast<std::uint32_t>(half | random());
      warp.access(lanes, pc, kLoad, [&](unsigned) { return kBuffer + random() % 64 * 4; });
      lanes_at[pc] = static_cast<unsigned>(std::popcount(lanes));
    }
    warp.replay();
    for (const auto& [pc, lanes] : lanes_at) {
      EXPECT_EQ(warp.at(pc, kLoad).requests, 1u) << "forward branches meet at once";
      EXPECT_EQ(warp.at(pc, kLoad).lanes, lanes);
    }
  }
}

}  // namespace
}  // namespace simt
