// What operations have used, and whether two that nothing orders may.
#include "races/footprint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/trace_event.h"
#include "races/cas_reads.h"
#include "recorded.h"

namespace simt {
namespace {

constexpr std::uintptr_t kAt = 0x1'0000;

Footprint of(Touch touch, std::uintptr_t begin, std::size_t bytes) {
  Footprint footprint;
  footprint.add(touch, kAt + begin, bytes);
  return footprint;
}
/// The first byte of the race, from kAt on; -1: none.
std::ptrdiff_t race_of(const Footprint& a, const Footprint& b) {
  const Interaction interaction = interaction_of(a, b), other = interaction_of(b, a);
  EXPECT_EQ(interaction.is_race, other.is_race);
  EXPECT_EQ(interaction.communicates, other.communicates);
  if (!interaction.is_race) return -1;
  EXPECT_EQ(interaction.race.address, other.race.address);
  return static_cast<std::ptrdiff_t>(interaction.race.address - kAt);
}

TEST(Interaction, IsARaceFromOneCommonByteOn) {
  const Footprint middle = of(Touch::kWrite, 8, 8);
  for (std::size_t begin = 0; begin < 20; ++begin) {
    for (std::size_t bytes = 1; begin + bytes <= 24; ++bytes) {
      const bool meet = begin < 16 && begin + bytes > 8;
      const auto first = static_cast<std::ptrdiff_t>(std::max<std::size_t>(begin, 8));
      EXPECT_EQ(race_of(middle, of(Touch::kWrite, begin, bytes)), meet ? first : -1)
          << begin << ", " << bytes;
    }
  }
}

// All between the ends of a footprint lies in its bounds, but not all of it is used.
TEST(Interaction, OfManyRangesIsAtTheLowestCommonByte) {
  Footprint comb;
  std::vector<Range> ranges;
  for (std::uintptr_t tooth = 0; tooth < 8; ++tooth) {
    ranges.push_back({kAt + 16 * tooth, kAt + 16 * tooth + 4});
  }
  comb.add(Touch::kRead, nullptr, ranges);
  EXPECT_EQ(race_of(comb, of(Touch::kWrite, 4, 12)), -1);
  EXPECT_EQ(race_of(comb, of(Touch::kWrite, 3, 13)), 3);
  EXPECT_EQ(race_of(comb, of(Touch::kWrite, 4, 13)), 16);
  EXPECT_EQ(race_of(comb, of(Touch::kWrite, 52, 60)), 64);
  EXPECT_EQ(race_of(comb, of(Touch::kWrite, 116, 4)), -1);
  EXPECT_EQ(race_of(comb, of(Touch::kWrite, 115, 4)), 115);
  Footprint other = of(Touch::kWrite, 100, 20);
  other.add(Touch::kWrite, kAt + 33, 1);
  EXPECT_EQ(race_of(comb, other), 33);  // of several parts
}

// ---- who may meet whom ----

// Where a kernel has fences, atomic operations may hand over, too.
enum { kNo, kRace, kHandOver, kFencedHandOver, kRaceOrFencedHandOver };
struct Pair {
  Touch a, b;
  int interaction;
};

TEST(Interaction, DependsOnHowTheBytesAreUsed) {
  using enum Touch;
  const Pair pairs[] = {
      {kRead, kRead, kNo},
      {kRead, kStrongRead, kNo},
      {kRead, kCopyRead, kNo},
      {kRead, kWrite, kRace},
      {kRead, kStrongWrite, kRace},
      {kRead, kUpdate, kRace},
      {kRead, kCopyWrite, kRace},
      {kRead, kRelease, kRace},
      {kCheckedRead, kWrite, kRace},
      {kCheckedRead, kCopyWrite, kRace},
      {kCheckedRead, kUpdate, kNo},
      {kCheckedRead, kStrongWrite, kNo},
      {kStrongRead, kWrite, kRace},
      {kStrongRead, kStrongWrite, kHandOver},
      {kStrongRead, kUpdate, kHandOver},
      {kStrongRead, kCopyWrite, kHandOver},
      {kCopyRead, kWrite, kRace},
      {kCopyRead, kStrongWrite, kHandOver},
      {kCopyRead, kUpdate, kNo},
      {kCopyRead, kCopyWrite, kRace},
      {kWrite, kWrite, kRace},
      {kWrite, kUpdate, kRace},
      {kWrite, kAllocate, kRace},
      {kStrongWrite, kStrongWrite, kNo},
      {kStrongWrite, kUpdate, kFencedHandOver},
      {kStrongWrite, kRelease, kRace},
      {kUpdate, kUpdate, kFencedHandOver},
      {kUpdate, kCopyWrite, kRaceOrFencedHandOver},
      {kStrongWrite, kCopyWrite, kRace},
      {kCopyWrite, kCopyWrite, kRace},
      {kAllocate, kRelease, kRace},
      {kPrefetch, kWrite, kNo},
      {kPrefetch, kRelease, kNo},
  };
  for (const auto& [a, b, interaction] : pairs) {
    SCOPED_TRACE(testing::Message() << static_cast<int>(a) << " and " << static_cast<int>(b));
    Footprint one = of(a, 0, 4), other = of(b, 0, 4);
    const bool is_race = interaction == kRace || interaction == kRaceOrFencedHandOver;
    EXPECT_EQ(race_of(one, other), is_race ? 0 : -1);
    EXPECT_EQ(interaction_of(one, other).communicates, interaction == kHandOver);
    one.fenced = true;
    const bool may_be_handed_over = interaction != kNo && interaction != kRace;
    EXPECT_EQ(interaction_of(one, other).communicates, may_be_handed_over);
    EXPECT_EQ(interaction_of(other, one).communicates, may_be_handed_over);
    one.fenced = false;
    Footprint beside = of(b, 4, 4);
    EXPECT_FALSE(interaction_of(one, beside).communicates);
  }
}

TEST(Footprint, CountsEachByteOnce) {
  Footprint footprint = of(Touch::kRead, 0, 10);
  EXPECT_EQ(footprint.bytes(), 10u);
  footprint.add(Touch::kStrongRead, kAt + 9, 2);
  EXPECT_EQ(footprint.bytes(), 11u);
  footprint.add(Touch::kCopyRead, kAt + 11, 1);
  footprint.add(Touch::kRead, kAt + 2, 3);
  EXPECT_EQ(footprint.bytes(), 12u);
  footprint.add(Touch::kWrite, kAt, 12);
  EXPECT_EQ(footprint.bytes(), 12u);
  footprint.add(Touch::kWrite, kAt + 100, 1);
  EXPECT_EQ(footprint.bytes(), 13u);
}

TEST(Footprint, IsWithoutWhatHasNoBytes) {
  Footprint footprint = of(Touch::kWrite, 5, 0);
  EXPECT_TRUE(footprint.is_empty());
  footprint.add(Touch::kWrite, kAt, 1);
  EXPECT_FALSE(footprint.is_empty());
  EXPECT_EQ(footprint.low, kAt);
  EXPECT_EQ(footprint.high, kAt + 1);
}

// ---- the recorder ----

constexpr std::uintptr_t kChunkBytes =
    2048;  // of what is used byte by byte; of words four times as many

std::vector<Range> recorded(const std::vector<Range>& uses) {
  FootprintRecorder recorder;
  for (const Range& use : uses) {
    recorder.add(site_at(1, Access(Op::kLoad, Space::kGlobal, 1)), use.begin, use.end);
  }
  const Footprint footprint = recorder.finish();
  EXPECT_TRUE(recorder.is_empty());
  EXPECT_EQ(footprint.parts.size(), 1u);
  return footprint.parts.front().ranges;
}

TEST(FootprintRecorder, JoinsWhatTouchesAndNothingElse) {
  for (const std::uintptr_t at : {kAt, kAt + 1}) {  // words, bytes
    for (const std::uintptr_t gap : {0u, 4u}) {
      const Range low = {at, at + 8}, high = {at + 8 + gap, at + 16 + gap};
      const std::vector<Range> expected =
          gap == 0 ? std::vector<Range>{{at, at + 16}} : std::vector<Range>{low, high};
      EXPECT_EQ(recorded({low, high}), expected);
      EXPECT_EQ(recorded({high, low}), expected);
    }
  }
  EXPECT_EQ(recorded({{kAt + 1, kAt + 2}, {kAt + 3, kAt + 5}}),
            (std::vector<Range>{{kAt + 1, kAt + 2}, {kAt + 3, kAt + 5}}));
}

TEST(FootprintRecorder, KnowsEveryByteAtTheEndsOfItsChunks) {
  for (const std::uintptr_t scale : {1u, 4u}) {
    const std::uintptr_t end = kAt + kChunkBytes * scale, odd = scale == 1 ? 1 : 0;
    for (const std::uintptr_t begin : {end - 65 * scale, end - 64 * scale, end - scale, end}) {
      for (const std::uintptr_t bytes : {scale, 2 * scale, 64 * scale, 130 * scale}) {
        const Range range = {begin + odd, begin + odd + bytes + odd};
        EXPECT_EQ(recorded({range}), std::vector<Range>{range}) << range.begin << " " << range.end;
      }
    }
  }
}

TEST(FootprintRecorder, KeepsPlacesAndKindsOfUseApart) {
  FootprintRecorder one, other;
  for (unsigned place = 1; place <= 100; ++place) {
    FootprintRecorder& recorder = place % 2 == 0 ? one : other;
    recorder.add(site_at(place, Access(Op::kStore, Space::kGlobal, 4)), kAt, kAt + 4 * place);
    recorder.add(site_at(place, Access(Op::kAtomic, Space::kGlobal, 4)), kAt, kAt + 4);
  }
  one.take(other);
  EXPECT_TRUE(other.is_empty());
  const Footprint footprint = one.finish();
  ASSERT_EQ(footprint.parts.size(), 200u);
  std::size_t writes = 0;
  for (const FootprintPart& part : footprint.parts) {
    ASSERT_EQ(part.ranges.size(), 1u);
    writes += part.touch == Touch::kWrite;
  }
  EXPECT_EQ(writes, 100u);
  EXPECT_EQ(footprint.bytes(), 400u);
}

TEST(FootprintRecorder, TakesWhatLiesAnywhere) {
  for (unsigned chunk = 0; chunk < 8; ++chunk) {
    const Range range = {kAt + chunk * kChunkBytes * 4, kAt + chunk * kChunkBytes * 4 + 8};
    FootprintRecorder one, other;
    other.add(site_at(1, Access(Op::kStore, Space::kGlobal, 4)), range.begin, range.end);
    one.take(other);
    const Footprint footprint = one.finish();
    ASSERT_EQ(footprint.parts.size(), 1u);
    EXPECT_EQ(footprint.parts.front().ranges, std::vector<Range>{range}) << chunk;
  }
}

}  // namespace
}  // namespace simt
