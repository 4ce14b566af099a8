// What is kept of every 128 bytes of global memory: masks of bytes, and hashes of what was written.
#include "races/global_shadow.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <set>

#include "recorded.h"

namespace simt {
namespace {

TEST(ByteMask, HasABitForEachByte) {
  for (unsigned low = 0; low < 128; ++low) {
    for (unsigned high = low + 1; high <= 128; ++high) {
      const ByteMask mask = mask_of(low, high);
      ASSERT_EQ(lowest_byte(mask), low);
      ASSERT_EQ(end_byte(mask), high);
      ASSERT_EQ(std::popcount(static_cast<std::uint64_t>(mask)) +
                    std::popcount(static_cast<std::uint64_t>(mask >> 64)),
                static_cast<int>(high - low));
    }
  }
  EXPECT_EQ(lowest_byte(mask_of(3, 4) | mask_of(70, 71)), 3u);
  EXPECT_EQ(end_byte(mask_of(3, 4) | mask_of(70, 71)), 71u);
}

TEST(Use, IsAReadOrAWriteAndStrongOrNot) {
  for (const Use use : {Use::kRead, Use::kStrongRead, Use::kBlockRead}) EXPECT_TRUE(is_read(use));
  for (const Use use : {Use::kWrite, Use::kStrongWrite, Use::kBlockWrite}) {
    EXPECT_FALSE(is_read(use) || is_update(use));
  }
  for (const Use use : {Use::kUpdate, Use::kBlockUpdate}) {
    EXPECT_TRUE(is_update(use) && !is_read(use));
  }
  for (const Use use : {Use::kStrongRead, Use::kStrongWrite, Use::kUpdate}) {
    EXPECT_TRUE(is_strong(use, true) && is_strong(use, false) && !is_plain(use));
  }
  for (const Use use : {Use::kBlockRead, Use::kBlockWrite, Use::kBlockUpdate}) {
    EXPECT_TRUE(is_strong(use, true) && !is_strong(use, false) && !is_plain(use));
  }
  for (const Use use : {Use::kRead, Use::kWrite}) {
    EXPECT_FALSE(is_strong(use, true) || is_strong(use, false) || !is_plain(use));
  }
}

TEST(Slot, KnowsWhichThreadUsedAByte) {
  Slot slot{};
  slot.users.set_thread0(64);
  slot.users.step = 2;
  EXPECT_EQ(slot.thread(0), 64);
  EXPECT_EQ(slot.thread(3), 64);
  EXPECT_EQ(slot.thread(4), 65);
  EXPECT_EQ(slot.thread(127), 95);
  slot.users.step = 0;
  EXPECT_EQ(slot.thread(5), 69);
  slot.users.set_thread0(-3);  // the run begins at byte 12 of the unit
  slot.users.step = 2;
  EXPECT_EQ(slot.thread(12), 0);
  slot.users.set_thread0(1023);  // one thread has used all
  slot.users.step = Users::kOneThread;
  EXPECT_EQ(slot.thread(0), 1023);
  EXPECT_EQ(slot.thread(127), 1023);
  EXPECT_EQ(slot.last_thread(5), 1023);
  slot.users.several = 1;
  slot.users.lane = 4;
  EXPECT_EQ(slot.thread(5), 1023);
  EXPECT_EQ(slot.last_thread(5), 996);
}

TEST(Unit, IsOf128Bytes) {
  EXPECT_EQ(kUnit, 128u);
  EXPECT_EQ(&unit_of(kBuffer), &unit_of(kBuffer + 127));
  EXPECT_EQ(&unit_of(kBuffer) + 1, &unit_of(kBuffer + 128));
  EXPECT_EQ(&unit_of(kBuffer) - 1, &unit_of(kBuffer - 1));
  EXPECT_EQ(values_of(kBuffer).words, values_of(kBuffer + 127).words);
  EXPECT_EQ(values_of(kBuffer).bytes, values_of(kBuffer + 127).bytes);
  EXPECT_EQ(values_of(kBuffer).words + 32, values_of(kBuffer + 128).words) << "one for each word";
  EXPECT_EQ(values_of(kBuffer).bytes + 128, values_of(kBuffer + 128).bytes);
  EXPECT_EQ(sizeof(Unit::slots) / sizeof(Slot), 3u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&unit_of(kGlobalBase)), kUnitBase + kVariableBytes);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(values_of(kGlobalBase).words),
            kValueBase + kVariableBytes / 2);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(values_of(kGlobalBase).bytes),
            kNarrowBase + kVariableBytes);
}

std::uint16_t hash_of(const std::array<unsigned char, 16>& value, unsigned bytes) {
  return hash_value(reinterpret_cast<std::uintptr_t>(value.data()), bytes);
}

TEST(Hash, DependsOnEveryBitOfTheValueAndOnNothingElse) {
  std::mt19937 random(1);
  for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u}) {
    unsigned collisions = 0;
    for (int round = 0; round < 40; ++round) {
      std::array<unsigned char, 16> value;
      for (unsigned char& byte : value) byte = static_cast<unsigned char>(random());
      const std::uint16_t hash = hash_of(value, bytes);
      for (unsigned bit = 0; bit < 128; ++bit) {
        std::array<unsigned char, 16> other = value;
        other[bit / 8] ^= static_cast<unsigned char>(1 << bit % 8);
        if (bit >= bytes * 8) {
          ASSERT_EQ(hash_of(other, bytes), hash) << "behind the value";
        } else {
          collisions += hash_of(other, bytes) == hash;
        }
      }
    }
    EXPECT_LE(collisions, 2u) << bytes;
  }
}

TEST(Hash, TellsSmallNumbersApartAndIsNever0) {
  std::set<std::uint16_t> hashes;
  for (unsigned number = 0; number < 256; ++number) {
    std::array<unsigned char, 16> value{};
    value[0] = static_cast<unsigned char>(number);
    hashes.insert(hash_of(value, 4));
  }
  EXPECT_EQ(hashes.size(), 256u);
  EXPECT_EQ(hashes.count(0), 0u);
  EXPECT_EQ(hash_of({}, 4), 1) << "of 0, as 0 means that nothing is known";
  EXPECT_EQ(hash_of({}, 16), 1);
  // The two halves of 16 bytes do not cancel out.
  std::set<std::uint16_t> pairs;
  for (unsigned number = 0; number < 200; ++number) {
    std::array<unsigned char, 16> value{};
    value[0] = value[8] = static_cast<unsigned char>(number);
    pairs.insert(hash_of(value, 16));
  }
  EXPECT_GE(pairs.size(), 195u);
  // Programs are told the same in every run: the hash is a part of that.
  std::array<unsigned char, 16> value;
  for (unsigned i = 0; i < 16; ++i) value[i] = static_cast<unsigned char>(17 * i + 3);
  std::uint64_t low, high;
  std::memcpy(&low, value.data(), 8);
  std::memcpy(&high, value.data() + 8, 8);
  const auto expected = [](std::uint64_t number) {
    return static_cast<std::uint16_t>(number * 0x9e3779b97f4a7c15u >> 48);
  };
  EXPECT_EQ(hash_of(value, 1), 3);
  EXPECT_EQ(hash_of(value, 8), expected(low));
  EXPECT_EQ(hash_of(value, 16), expected(low ^ (high << 29 | high >> 35) * 0xd6e8feb86659fd93u));
}

/// What is noted of a unit.
struct Recorded {
  std::uint16_t words[32] = {};
  std::uint8_t bytes[128] = {};
  operator UnitValues() { return {words, bytes}; }
};

constexpr std::uint16_t kHashes[] = {1, 2, 14, 15, 16, 255, 4660, 54321, 65535};

TEST(NotedHash, IsTheLastWritesOfThatWidth) {
  for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u}) {
    for (unsigned offset = 0; offset < 128; offset += bytes) {
      for (const std::uint16_t hash : kHashes) {
        if (bytes == 1 && hash > 255) continue;
        Recorded recorded;
        store_hash(recorded, offset, bytes, hash);
        for (const std::uint16_t other : kHashes) {
          ASSERT_EQ(same_hash(recorded, offset, bytes, other), other == hash);
        }
        // Only the words, or the bytes, that it covers.
        for (unsigned byte = 0; byte < 128; ++byte) {
          const bool covers = byte >= offset && byte < offset + bytes;
          ASSERT_EQ(recorded.words[byte / 4], covers && bytes >= 4 ? hash : 0);
          if (bytes == 1 || !covers) {
            ASSERT_EQ(recorded.bytes[byte], covers ? hash : 0);
          }
        }
      }
    }
  }
}

TEST(Hash, OfOneByteIsAnotherForEach) {
  std::set<std::uint16_t> hashes;
  for (unsigned number = 0; number < 256; ++number) {
    const std::uint16_t hash = hash_of({static_cast<unsigned char>(number)}, 1);
    EXPECT_GT(hash, 0);
    EXPECT_LT(hash, 256);
    hashes.insert(hash);
  }
  EXPECT_EQ(hashes.size(), 255u) << "0 means that nothing is known";
}

TEST(NotedHash, OfBytesLeavesTheirNeighboursAlone) {
  Recorded recorded;
  for (unsigned byte = 0; byte < 4; ++byte) {
    store_hash(recorded, 8 + byte, 1, static_cast<std::uint16_t>(byte + 20));
  }
  for (unsigned byte = 0; byte < 4; ++byte) {
    EXPECT_TRUE(same_hash(recorded, 8 + byte, 1, static_cast<std::uint16_t>(byte + 20)));
    EXPECT_FALSE(same_hash(recorded, 8 + byte, 1, static_cast<std::uint16_t>(byte + 21)));
  }
  store_hash(recorded, 10, 2, 99);
  EXPECT_TRUE(same_hash(recorded, 9, 1, 21));
  EXPECT_FALSE(same_hash(recorded, 10, 1, 22));
  EXPECT_TRUE(same_hash(recorded, 10, 2, 99));
  store_hash(recorded, 8, 4, 5);
  EXPECT_TRUE(same_hash(recorded, 9, 1, 21)) << "wider writes are recorded elsewhere";
}

TEST(Values, OfWordsAndOfBytesHaveMemoryOfTheirOwn) {
  const UnitValues first = values_of(kGlobalBase), last = values_of(kGlobalBase + kGlobalBytes - 1);
  EXPECT_GE(reinterpret_cast<std::uintptr_t>(first.words), kValueBase);
  EXPECT_LE(reinterpret_cast<std::uintptr_t>(last.words + kUnit / 4), kNarrowBase);
  EXPECT_GE(reinterpret_cast<std::uintptr_t>(first.bytes), kNarrowBase);
  EXPECT_LE(reinterpret_cast<std::uintptr_t>(last.bytes + kUnit), kGlobalBase + kMapBytes);
}

TEST(NotedHash, ThatIsNotKnownMayBeAny) {
  for (const unsigned bytes : {1u, 2u, 4u, 8u}) {
    Recorded recorded;
    EXPECT_TRUE(same_hash(recorded, 8, bytes, 5)) << "nobody has noted one";
    store_hash(recorded, 8, bytes, 5);
    EXPECT_TRUE(same_hash(recorded, 8, bytes, 0)) << "this one is not known";
    EXPECT_FALSE(same_hash(recorded, 8, bytes, 6));
    store_hash(recorded, 8, bytes, 0);
    EXPECT_TRUE(same_hash(recorded, 8, bytes, 6)) << "noted as not known";
  }
}

}  // namespace
}  // namespace simt
