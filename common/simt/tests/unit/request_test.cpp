// What one request of a warp costs, from the addresses of its lanes.
#include "counters/request.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace simt {
namespace {

using Address = std::function<std::uint64_t(unsigned lane)>;
constexpr std::uint32_t kAll = ~0u;

struct Request {
  std::vector<std::uint64_t> addresses;
  std::vector<std::uint8_t> lanes;

  explicit Request(const Address& address, std::uint32_t active = kAll) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      if ((active >> lane & 1) == 0) continue;
      addresses.push_back(address(lane));
      lanes.push_back(static_cast<std::uint8_t>(lane));
    }
  }
  unsigned count() const { return static_cast<unsigned>(addresses.size()); }
  unsigned sectors() const { return count_sectors(addresses.data(), count()); }
  unsigned atomic_sectors() const { return count_atomic_sectors(addresses.data(), count()); }
  unsigned constant_addresses() const {
    return count_constant_addresses(addresses.data(), count());
  }
  unsigned local_sectors(unsigned bytes) const {
    return count_local_sectors(addresses.data(), lanes.data(), count(), bytes);
  }
};
/// Wavefronts, and how many of them a request without conflicts would need.
struct Waves {
  unsigned wavefronts, minimum;
  bool operator==(const Waves&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Waves& waves) {
  return out << waves.wavefronts << " (" << waves.minimum << " needed)";
}
Waves shared(const Request& r, unsigned bytes) {
  unsigned minimum = 77;
  const unsigned n =
      count_wavefronts(r.addresses.data(), r.lanes.data(), r.count(), bytes, &minimum);
  return {n, minimum};
}
Waves shared_atomic(const Request& r) {
  unsigned minimum = 77;
  const unsigned n = count_atomic_wavefronts(r.addresses.data(), r.count(), &minimum);
  return {n, minimum};
}

Address row(std::uint64_t begin, unsigned step) {
  return [=](unsigned lane) { return begin + std::uint64_t{lane} * step; };
}
Address same(std::uint64_t address) { return row(address, 0); }

TEST(Sectors, AreThe32AlignedBytesThatARowTouches) {
  struct {
    unsigned begin, step;
    std::uint32_t active;
    unsigned sectors;
  } const rows[] = {
      {0, 1, kAll, 1},         // 32 bytes are one sector
      {0, 2, kAll, 2},         //
      {0, 4, kAll, 4},         // the perfect request of 4-byte elements
      {0, 8, kAll, 8},         //
      {0, 16, kAll, 16},       //
      {4, 4, kAll, 5},         // shifted by one element: a fifth sector
      {28, 4, kAll, 5},        //
      {32, 4, kAll, 4},        // shifted by a sector: none
      {31, 1, kAll, 2},        //
      {1, 1, kAll, 2},         //
      {16, 16, kAll, 17},      //
      {0, 12, kAll, 12},       // every third word: no sector is left out
      {0, 32, kAll, 32},       // a sector per lane
      {0, 128, kAll, 32},      //
      {96, 0, kAll, 1},        // all lanes at one place
      {0, 4, 0x0000'00ff, 1},  // 8 lanes
      {0, 4, 0x0000'01ff, 2},  // the ninth begins another sector
      {0, 4, 0x8080'8080, 4},  // one lane of each sector
      {0, 4, 0x8000'0000, 1},  // one lane
      {0, 4, 0xffff'0000, 2},  //
      {0, 4, 0x8000'0001, 2},  // the first and the last
  };
  for (const auto& r : rows) {
    EXPECT_EQ(Request(row(4096 + r.begin, r.step), r.active).sectors(), r.sectors)
        << "from byte " << r.begin << " on, every " << r.step << " bytes, lanes " << std::hex
        << r.active;
  }
}

TEST(Sectors, AreCountedOnceInWhateverOrderTheLanesAskForThem) {
  EXPECT_EQ(Request([](unsigned lane) { return 4096 - 4 * lane; }).sectors(), 5u);
  EXPECT_EQ(Request([](unsigned lane) { return 4096 + lane % 2 * 32; }).sectors(), 2u);
  EXPECT_EQ(Request([](unsigned lane) { return 4096 + lane * 7 % 32 * 4; }).sectors(), 4u);
  EXPECT_EQ(Request([](unsigned lane) { return 4096 + lane * 7 % 32 * 32; }).sectors(), 32u);
  EXPECT_EQ(Request([](unsigned lane) { return 4096 + lane / 2 % 3 * 64; }).sectors(), 3u);
}

TEST(SharedMemory, HasABankForEachWordOf128Bytes) {
  struct {
    unsigned bytes, begin, step;
    std::uint32_t active;
    Waves waves;
  } const rows[] = {
      // 4 bytes and less: the whole warp at once.
      {4, 0, 4, kAll, {1, 1}},     // a row
      {4, 4, 4, kAll, {1, 1}},     // shifted: still each bank once
      {4, 0, 8, kAll, {2, 1}},     // every second word
      {4, 0, 12, kAll, {1, 1}},    // odd steps have no conflict
      {4, 0, 16, kAll, {4, 1}},    //
      {4, 0, 128, kAll, {32, 1}},  // the column of a 32 x 32 tile
      {4, 0, 132, kAll, {1, 1}},   // of a 32 x 33 tile
      {4, 64, 0, kAll, {1, 1}},    // a broadcast
      {4, 0, 128, 0x0000'0001, {1, 1}},
      {4, 0, 128, 0x8000'0001, {2, 1}},
      {4, 0, 128, 0x0f00'0000, {4, 1}},
      {2, 0, 2, kAll, {1, 1}},     // two lanes share a word
      {1, 0, 1, kAll, {1, 1}},     // four do
      {1, 0, 128, kAll, {32, 1}},  //
      {2, 2, 64, kAll, {16, 1}},   //
      // 8 bytes: half warps.
      {8, 0, 8, kAll, {2, 2}},
      {8, 8, 8, kAll, {2, 2}},
      {8, 0, 8, 0x0000'ffff, {1, 1}},
      {8, 0, 8, 0xffff'0000, {1, 1}},
      {8, 0, 8, 0x0001'8000, {2, 2}},  // neighbours, of two halves
      {8, 0, 16, kAll, {4, 2}},
      {8, 0, 128, kAll, {32, 2}},
      {8, 0, 0, kAll, {2, 2}},
      {8, 0, 136, kAll, {2, 2}},
      // 16 bytes: quarter warps.
      {16, 0, 16, kAll, {4, 4}},
      {16, 16, 16, kAll, {4, 4}},
      {16, 0, 16, 0x0000'00ff, {1, 1}},
      {16, 0, 16, 0x0000'0180, {2, 2}},
      {16, 0, 16, 0x8080'8080, {4, 4}},
      {16, 0, 32, kAll, {8, 4}},
      {16, 0, 128, kAll, {32, 4}},
      {16, 0, 0, kAll, {4, 4}},
      {16, 0, 144, kAll, {4, 4}},
  };
  for (const auto& r : rows) {
    EXPECT_EQ(shared(Request(row(r.begin, r.step), r.active), r.bytes), r.waves)
        << r.bytes << " bytes from " << r.begin << " on, every " << r.step << ", lanes " << std::hex
        << r.active;
  }
}

TEST(SharedMemory, TheBankWithTheMostWordsDecides) {
  // Bank 0: 3 words, bank 1: 2; a word that several lanes want counts once.
  const unsigned words[] = {0, 32, 64, 1, 33, 0, 64, 33};
  const auto address = [&](unsigned lane) { return std::uint64_t{words[lane % 8]} * 4; };
  EXPECT_EQ(shared(Request(address), 4), (Waves{3, 1}));
  EXPECT_EQ(shared(Request(address, 0xf8), 4), (Waves{2, 1}));
  // The last bank, and the last lane.
  EXPECT_EQ(shared(Request([](unsigned lane) { return lane == 31 ? 124 + 128 : 124; }), 4),
            (Waves{2, 1}));
  // Only the second word of a 64-bit access meets another one.
  EXPECT_EQ(shared(Request([](unsigned lane) { return lane * 132; }, 3), 8), (Waves{2, 1}));
  // Halves do not disturb each other.
  EXPECT_EQ(shared(Request([](unsigned lane) { return lane < 16 ? lane * 8 : lane * 16; }), 8),
            (Waves{3, 2}));
}

TEST(Atomics, TakeARoundForEachLaneAtAnAddress) {
  EXPECT_EQ(Request(same(4096)).atomic_sectors(), 32u);
  EXPECT_EQ(Request(row(4096, 4)).atomic_sectors(), 4u);
  EXPECT_EQ(Request(row(4096, 32)).atomic_sectors(), 32u);
  EXPECT_EQ(Request(same(4096), 0x10).atomic_sectors(), 1u);
  // Two counters of one sector, 16 lanes each: 16 rounds of one sector; of two sectors: of two.
  EXPECT_EQ(Request([](unsigned lane) { return 4096 + lane % 2 * 4; }).atomic_sectors(), 16u);
  EXPECT_EQ(Request([](unsigned lane) { return 4096 + lane % 2 * 32; }).atomic_sectors(), 32u);
  // 29 lanes here, 2 there, 1 there: 29 + 2 + 1.
  const auto uneven = [](unsigned lane) {
    return 4096 + (lane == 7 || lane == 9 ? 64u : lane == 31 ? 128u : 0u);
  };
  EXPECT_EQ(Request(uneven).atomic_sectors(), 32u);
  // The same in one sector: what is served together is one.
  const auto close = [](unsigned lane) {
    return 4096 + (lane == 7 || lane == 9 ? 4u : lane == 31 ? 8u : 0u);
  };
  EXPECT_EQ(Request(close).atomic_sectors(), 29u);
}

TEST(Atomics, InSharedMemoryTheLanesOfABankTakeTurns) {
  EXPECT_EQ(shared_atomic(Request(row(0, 4))), (Waves{1, 1}));
  EXPECT_EQ(shared_atomic(Request(same(64))), (Waves{32, 1}));  // no broadcast
  EXPECT_EQ(shared_atomic(Request(row(0, 8))), (Waves{2, 1}));
  EXPECT_EQ(shared_atomic(Request(row(0, 128))), (Waves{32, 1}));
  EXPECT_EQ(shared_atomic(Request(row(0, 132))), (Waves{1, 1}));
  EXPECT_EQ(shared_atomic(Request(row(0, 4), 1u << 31)), (Waves{1, 1}));
  // The fullest bank decides, wherever it is.
  EXPECT_EQ(shared_atomic(Request([](unsigned lane) { return lane < 3 ? 0 : lane * 4; })),
            (Waves{3, 1}));
  EXPECT_EQ(shared_atomic(Request([](unsigned lane) { return lane > 28 ? 124 : lane * 4; })),
            (Waves{3, 1}));
}

TEST(LocalMemory, LaysTheWordsOfOneOffsetSideBySide) {
  const auto lane_of_row = [](unsigned lane) { return std::uint64_t{lane} * 4; };
  struct {
    unsigned bytes, offset;
    std::uint32_t active;
    unsigned sectors;
  } const rows[] = {
      {4, 0, kAll, 4},         // 32 words
      {4, 40, kAll, 4},        //
      {1, 3, kAll, 4},         // a byte costs its word
      {2, 2, kAll, 4},         //
      {2, 3, kAll, 8},         // of two words
      {8, 0, kAll, 8},         //
      {16, 16, kAll, 16},      //
      {4, 0, 0x0000'00ff, 1},  // 8 lanes are a sector
      {4, 0, 0x0000'0180, 2},  //
      {4, 0, 0x8000'0000, 1},  //
      {8, 0, 0x0000'00ff, 2},  //
  };
  for (const auto& r : rows) {
    EXPECT_EQ(Request(same(r.offset), r.active).local_sectors(r.bytes), r.sectors)
        << r.bytes << " bytes at " << r.offset;
  }
  EXPECT_EQ(Request(lane_of_row).local_sectors(4), 32u);  // an index per lane: nothing is shared
  EXPECT_EQ(Request(lane_of_row).local_sectors(1), 32u);
  EXPECT_EQ(Request([](unsigned lane) { return lane % 2 * 4; }).local_sectors(4), 8u);
  EXPECT_EQ(Request([](unsigned lane) { return lane / 8 * 4; }).local_sectors(4), 4u);
  EXPECT_EQ(Request([](unsigned lane) { return lane * 16; }).local_sectors(16), 128u);
}

TEST(ConstantMemory, ServesOneWordAfterTheOther) {
  EXPECT_EQ(Request(same(4096)).constant_addresses(), 1u);
  EXPECT_EQ(Request(row(4096, 4)).constant_addresses(), 32u);
  EXPECT_EQ(Request(row(4096, 1)).constant_addresses(), 8u);
  EXPECT_EQ(Request(row(4098, 1)).constant_addresses(), 9u);
  EXPECT_EQ(Request([](unsigned lane) { return 4096 + lane % 3 * 4; }).constant_addresses(), 3u);
  EXPECT_EQ(Request(row(4096, 4), 0x11).constant_addresses(), 2u);
}

// The rules once more, told as simply as can be, and any requests.
unsigned plain_wavefronts(const Request& r, unsigned bytes, unsigned* minimum) {
  const unsigned words = std::max(bytes / 4, 1u);
  std::map<unsigned, std::map<std::uint64_t, std::set<std::uint64_t>>> of_group;
  for (unsigned i = 0; i < r.count(); ++i) {
    for (unsigned w = 0; w < words; ++w) {
      const std::uint64_t word = r.addresses[i] / 4 + w;
      of_group[r.lanes[i] * words / 32][word % 32].insert(word);
    }
  }
  unsigned sum = 0;
  for (const auto& [group, banks] : of_group) {
    std::size_t most = 0;
    for (const auto& [bank, wanted] : banks) most = std::max(most, wanted.size());
    sum += static_cast<unsigned>(most);
  }
  *minimum = static_cast<unsigned>(of_group.size());
  return sum;
}

TEST(RowsOfEqualSteps, CostWhatTheirAddressesDo) {
  for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u}) {
    for (int steps = -70; steps <= 70; ++steps) {
      for (unsigned begin = 0; begin < 128; begin += bytes) {
        const auto step = static_cast<std::uint64_t>(std::int64_t{steps} * bytes);
        const std::uint64_t first = (1u << 20) + begin;
        const Request r([&](unsigned lane) { return first + lane * step; });
        ASSERT_EQ(count_sectors_of_row(first, step), r.sectors()) << steps << " times " << bytes;
        unsigned minimum = 77;
        const unsigned waves = count_wavefronts_of_row(step, bytes, &minimum);
        if (waves != 0) {
          ASSERT_EQ((Waves{waves, minimum}), shared(r, bytes)) << steps << " times " << bytes;
        } else {
          EXPECT_TRUE(bytes != 4 && steps != 0 && steps != 1 && steps != -1)
              << "the usual ones are known";
        }
      }
    }
  }
}

TEST(AnyRequest, CostsWhatTheRulesSay) {
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    const std::uint32_t active = round % 4 == 0 ? kAll : static_cast<std::uint32_t>(random()) | 1;
    const unsigned bytes = 1u << random() % 5;
    const unsigned places = 1u << random() % 9;
    const Request r([&](unsigned) { return std::uint64_t{random() % places} * bytes; }, active);

    std::set<std::uint64_t> sectors, words, local;
    std::map<std::uint64_t, unsigned> times, lanes_of_bank;
    unsigned most_of_bank = 0, rounds = 0;
    for (unsigned i = 0; i < r.count(); ++i) {
      const std::uint64_t address = r.addresses[i];
      sectors.insert(address / 32);
      words.insert(address / 4);
      for (std::uint64_t at = address; at < address + bytes; ++at) {
        local.insert(at / 4 * 4 + r.lanes[i] / 8);
      }
      rounds = std::max(rounds, ++times[address]);
      most_of_bank = std::max(most_of_bank, ++lanes_of_bank[address / 4 % 32]);
    }
    std::size_t atomic_sectors = 0;
    for (unsigned n = 1; n <= rounds; ++n) {
      std::set<std::uint64_t> served;
      for (const auto& [address, often] : times) {
        if (often >= n) served.insert(address / 32);
      }
      atomic_sectors += served.size();
    }
    unsigned minimum = 0;
    const unsigned waves = plain_wavefronts(r, bytes, &minimum);
    ASSERT_EQ(r.sectors(), sectors.size());
    ASSERT_EQ(r.constant_addresses(), words.size());
    ASSERT_EQ(r.local_sectors(bytes), local.size());
    ASSERT_EQ(r.atomic_sectors(), atomic_sectors);
    ASSERT_EQ(shared(r, bytes), (Waves{waves, minimum})) << bytes << " bytes";
    ASSERT_EQ(shared_atomic(r), (Waves{most_of_bank, 1}));
  }
}

}  // namespace
}  // namespace simt
