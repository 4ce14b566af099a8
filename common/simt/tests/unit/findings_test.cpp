// What a launch warns of is told in the order of its blocks, whichever came first.
#include "counters/findings.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace simt {
namespace {

/// Places in the code: each has a line of its own, since there is none.
constexpr char kSites[16] = {};

std::string emitted(const std::vector<std::function<void(Findings&)>>& additions,
                    std::uint64_t last) {
  Findings findings;
  for (const auto& add : additions) add(findings);
  testing::internal::CaptureStderr();
  findings.emit_warnings([&](std::uint64_t block) { return block <= last; });
  return testing::internal::GetCapturedStderr();
}
auto add(std::uint64_t block, unsigned site, const char* text, const char* kind = "test") {
  return [=](Findings& findings) {
    findings.warn(block, kind, &kSites[site], [=] { return std::string(text) + "\n"; });
  };
}

TEST(Findings, AreThoseOfTheFirstBlock) {
  const std::string expected = "simt: warning: of 1\n";
  EXPECT_EQ(emitted({add(1, 0, "of 1"), add(2, 0, "of 2")}, 9), expected);
  EXPECT_EQ(emitted({add(3, 1, "of 3"), add(1, 1, "of 1"), add(2, 1, "of 2")}, 9), expected);
  EXPECT_EQ(emitted({add(1, 2, "of 1"), add(1, 2, "of 1 again")}, 9), expected);
}

TEST(Findings, ComeInTheOrderOfTheBlocksAndInABlockInTheirOwn) {
  EXPECT_EQ(emitted({add(2, 3, "c"), add(1, 5, "a"), add(1, 4, "b")}, 9),
            "simt: warning: a\nsimt: warning: b\nsimt: warning: c\n");
}

TEST(Findings, BehindTheBlockThatHasFailedAreNone) {
  EXPECT_EQ(emitted({add(3, 6, "of 3"), add(4, 7, "of 4")}, 3), "simt: warning: of 3\n");
}

TEST(Findings, AreToldOnceForEachKind) {
  const auto additions = {add(0, 8, "of one kind", "one"), add(0, 8, "of another", "other")};
  EXPECT_EQ(emitted({additions.begin(), additions.end()}, 9),
            "simt: warning: of one kind\nsimt: warning: of another\n");
  EXPECT_EQ(emitted({additions.begin(), additions.end()}, 9), "");  // in the next launch
}

TEST(Findings, FailWithTheFirstOfTheFirstBlock) {
  Findings findings;
  EXPECT_FALSE(findings.failure().has_value());
  for (const auto& [block, text] : {std::pair(5, "of 5"), std::pair(2, "of 2"),
                                    std::pair(2, "of 2 again"), std::pair(3, "of 3")}) {
    findings.fail(block, [t = text] { return std::string(t); });
  }
  ASSERT_TRUE(findings.failure().has_value());
  EXPECT_EQ(findings.failure()->block, 2u);
  EXPECT_EQ(findings.failure()->text, "of 2");
}

}  // namespace
}  // namespace simt
