// The pictures of requests: what is drawn follows from the addresses.
#include "counters/picture.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using simt::Access;
using simt::Op;
using simt::Sample;
using simt::Space;

/// A request of 32 lanes whose lane i is at `address(i)`.
template <class Address>
Sample request(Space space, unsigned bytes, Address address, Op op = Op::kLoad) {
  Sample sample;
  sample.key = simt::event_key(0, nullptr, Access(op, space, bytes));
  sample.count = 32;
  for (unsigned i = 0; i < 32; ++i) {
    sample.lanes[i] = static_cast<std::uint8_t>(i);
    sample.addresses[i] = address(i);
  }
  return sample;
}

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++n;
  return n;
}

TEST(Picture, NeighboursShareSectors) {
  const std::string svg = simt::draw_sectors(
      request(Space::kGlobal, 4, [](unsigned i) { return 0x1000u + 4 * i; }), "k<a>, x.cu:1");
  EXPECT_EQ(count(svg, "class=\"used\""), 32);
  EXPECT_EQ(count(svg, "class=\"unused\""), 0);
  EXPECT_NE(svg.find("4 sectors, 100 % of their bytes are used"), std::string::npos);
  EXPECT_NE(svg.find("k&lt;a&gt;, x.cu:1"), std::string::npos) << "the title is escaped";
}

TEST(Picture, StridesWasteWhatLiesBetween) {
  const std::string svg = simt::draw_sectors(
      request(Space::kGlobal, 4, [](unsigned i) { return 0x1000u + 32 * i; }), "stride 8");
  EXPECT_EQ(count(svg, "class=\"used\""), 32);
  EXPECT_EQ(count(svg, "class=\"unused\""), 32 * 7);
  EXPECT_NE(svg.find("32 sectors, 12.5 % of their bytes are used"), std::string::npos);
}

TEST(Picture, ABroadcastIsOneWord) {
  const std::string svg =
      simt::draw_sectors(request(Space::kGlobal, 4, [](unsigned) { return 0x1000u; }), "same");
  EXPECT_EQ(count(svg, "class=\"used\""), 1);
  EXPECT_NE(svg.find(">0–31</text>"), std::string::npos) << "all lanes stand in one box";
}

TEST(Picture, BanksWithAndWithoutConflict) {
  const std::string free =
      simt::draw_banks(request(Space::kShared, 4, [](unsigned i) { return 4 * 33 * i; }), "padded");
  EXPECT_EQ(count(free, "class=\"way1\""), 32);
  EXPECT_EQ(count(free, "class=\"unused\""), 0);
  const std::string two = simt::draw_banks(
      request(Space::kShared, 4, [](unsigned i) { return 4 * 2 * i; }), "stride 2");
  EXPECT_EQ(count(two, "class=\"way2\""), 32);
  EXPECT_EQ(count(two, "class=\"unused\""), 16);
  const std::string all =
      simt::draw_banks(request(Space::kShared, 4, [](unsigned i) { return 4 * 32 * i; }), "column");
  EXPECT_EQ(count(all, "class=\"way3\""), 32);
  EXPECT_NE(free.find("more than 1 word<"), std::string::npos);
  EXPECT_NE(two.find("more than 2 different words, which it serves one by one<"),
            std::string::npos);
  EXPECT_NE(all.find("more than 32 different words"), std::string::npos);
}

/// The number behind the `nth` place where the words stand.
double number_behind(const std::string& text, const std::string& words, int nth) {
  std::size_t at = text.find(words);
  while (nth-- > 0) at = text.find(words, at + 1);
  return std::stod(text.substr(at + words.size()));
}

TEST(Picture, NumbersOfBanksStandOverTheMiddlesOfTheirColumns) {
  const std::string svg =
      simt::draw_banks(request(Space::kShared, 4, [](unsigned i) { return 4 * i; }), "row");
  for (int bank = 0; bank < 32; ++bank) {
    const double box = number_behind(svg, "class=\"way1\" x=\"", bank),
                 width = number_behind(svg, "width=\"", bank + 1),
                 text = number_behind(svg, "class=\"small\" x=\"", bank);
    EXPECT_EQ(text, box + width / 2) << bank;
  }
}

TEST(Picture, AtomicOperationsOnOneWordAreServedOneByOne) {
  const auto pairs = [](unsigned i) { return i / 2 * 4; };
  const std::string loads = simt::draw_banks(request(Space::kShared, 4, pairs), "loads");
  EXPECT_EQ(count(loads, "class=\"way1\""), 16);
  const std::string atomics =
      simt::draw_banks(request(Space::kShared, 4, pairs, Op::kAtomic), "atomics");
  EXPECT_EQ(count(atomics, "class=\"way2\""), 32);
  EXPECT_NE(atomics.find("more than 2 atomic operations"), std::string::npos);
}

}  // namespace
