// What a request counts, by the kind of memory, and the table that keeps the counts.
#include "counters/replay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "recorded.h"

namespace simt {
namespace {

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
  warp.sites.mark_local_array(3);
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

}  // namespace
}  // namespace simt
