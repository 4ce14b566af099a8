#include "tutorial/options.cuh"

#include <gtest/gtest.h>

#include "needs_device.cuh"
#include "tutorial/counters.cuh"

namespace {

/// The arguments of a main, from words.
class Arguments {
 public:
  Arguments(std::initializer_list<const char*> words) : words_(words.begin(), words.end()) {
    words_.insert(words_.begin(), "bin/prog");
    for (std::string& word : words_) pointers_.push_back(word.data());
    pointers_.push_back(nullptr);
  }
  int count() const { return static_cast<int>(words_.size()); }
  char** values() { return pointers_.data(); }

 private:
  std::vector<std::string> words_;
  std::vector<char*> pointers_;
};

const std::vector<Option> kBlock = {
    {.name = "block", .fallback = 256, .min = 1, .max = 1024, .help = "threads per block"}};

Options parse(std::initializer_list<const char*> words) {
  Arguments arguments(words);
  return Options(arguments.count(), arguments.values(), "Does something.", kBlock);
}

TEST(ParseNumber, TakesThreeForms) {
  EXPECT_EQ(tutorial::parse_number("1000"), 1000);
  EXPECT_EQ(tutorial::parse_number("0"), 0);
  EXPECT_EQ(tutorial::parse_number("-3"), -3);
  EXPECT_EQ(tutorial::parse_number("1e6"), 1000000);
  EXPECT_EQ(tutorial::parse_number("2^20"), 1 << 20);
  EXPECT_EQ(tutorial::parse_number("9007199254740993"), 9007199254740992);
  EXPECT_EQ(tutorial::parse_number("99999999999999999999"), LLONG_MAX);
  EXPECT_EQ(tutorial::parse_number("10^99999"), LLONG_MAX);
}

TEST(ParseNumber, TakesNothingElse) {
  for (const char* text : {"", "-", "abc", "12x", "1e", "2^", "1e-3", "0x10", " 1", "1 ", "1.5"}) {
    EXPECT_EQ(tutorial::parse_number(text), std::nullopt) << '"' << text << '"';
  }
}

class OptionsDeathTest : public testing::Test {
 protected:
  void SetUp() override { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

TEST_F(OptionsDeathTest, AWrongSizeIsRefusedWithoutADevice) {
  const auto bad = testing::ExitedWithCode(2);
  const std::string range = ": permitted: 1 to 2147482624\n$";
  EXPECT_EXIT(parse({"--size", "abc"}), bad,
              "^prog: --size abc: not a number; permitted: 1 to 2147482624\n$");
  EXPECT_EXIT(parse({"--size", "0"}), bad, "^prog: --size 0" + range);
  EXPECT_EXIT(parse({"--size", "-1"}), bad, "^prog: --size -1" + range);
  EXPECT_EXIT(parse({"--size=2^31"}), bad, "^prog: --size 2\\^31" + range);
  EXPECT_EXIT(parse({"--size", "99999999999999999999"}), bad,
              "--size 99999999999999999999" + range);
  EXPECT_EXIT(parse({"--size"}), bad, "^prog: --size needs a value\n$");
  EXPECT_EXIT(parse({"--size="}), bad, "^prog: --size : not a number");
}

TEST_F(OptionsDeathTest, OtherOptionsHaveTheirRange) {
  const auto bad = testing::ExitedWithCode(2);
  EXPECT_EXIT(parse({"--block", "1025"}), bad, "^prog: --block 1025: permitted: 1 to 1024\n$");
  EXPECT_EXIT(parse({"--blocks", "1"}), bad, "^prog: unknown option --blocks; --help lists");
  EXPECT_EXIT(parse({"1000"}), bad, "^prog: unknown option 1000; --help lists");
}

TEST_F(OptionsDeathTest, WithoutSizeThereIsNoSize) {
  Arguments arguments({"--size", "3"});
  EXPECT_EXIT(Options::without_size(arguments.count(), arguments.values(), "Does something."),
              testing::ExitedWithCode(2), "unknown option --size");
}

TEST_F(OptionsDeathTest, HelpEndsWellAndListsAll) {
  const auto help = [] {
    dup2(STDERR_FILENO, STDOUT_FILENO);  // a death test sees stderr only
    parse({"--size", "7", "--help"});
  };
  EXPECT_EXIT(help(), testing::ExitedWithCode(0),
              "Does something\\.\n\nusage: prog \\[options\\]\n  --size N .*\n"
              "  --block N   threads per block \\(1 to 1024, default 256\\)\n");
}

TEST(Options, AnOptionNotGivenHasItsFallback) {
  EXPECT_EQ(parse({})["block"], 256);
  EXPECT_EQ(parse({"--block", "32"})["block"], 32);
  EXPECT_EQ(parse({"--block=2^5", "--size", "9"})["block"], 32);
}

class Sizes : public NeedsDevice {
 protected:
  void SetUp() override {
    NeedsDevice::SetUp();
    testing::FLAGS_gtest_death_test_style = "threadsafe";
  }
};

TEST_F(Sizes, DefaultDependsOnTheBackend) {
  EXPECT_EQ(parse({}).size({.cpu = 7, .gpu = 9}), kCountsInsteadOfTimes ? 7 : 9);
  EXPECT_EQ(parse({"--size", "1e3"}).size({.cpu = 7, .gpu = 9}), 1000);
}

TEST_F(Sizes, ADefaultThatDoesNotFitIsHalved) {
  const std::size_t bytes = std::size_t{1} << 40;
  EXPECT_EXIT(parse({"--size", "64"}).size({.cpu = 64, .gpu = 64, .bytes_per_element = bytes}),
              testing::ExitedWithCode(2),
              "^prog: --size 64: permitted: 1 to [0-9]+, for more there");
  const std::size_t gibibyte = std::size_t{1} << 30;
  const int n = parse({}).size({.cpu = 1 << 20, .gpu = 1 << 20, .bytes_per_element = gibibyte});
  EXPECT_LT(n, 1 << 20);
  EXPECT_EQ(n & (n - 1), 0);
}

TEST_F(Sizes, TheEdgeOfASquareHasASmallerRange) {
  const Size square{.cpu = 64, .gpu = 64, .dimensions = 2};
  EXPECT_EQ(parse({"--size", "100"}).size(square), 100);
  EXPECT_EXIT(parse({"--size", "46341"}).size(square), testing::ExitedWithCode(2),
              "^prog: --size 46341: permitted: 1 to 46340\n$");
}

TEST_F(Sizes, AProgramMayNeedMoreThanOne) {
  EXPECT_EXIT(parse({"--size", "3"}).size({.cpu = 64, .gpu = 64, .min = 4}),
              testing::ExitedWithCode(2), "permitted: 4 to");
}

}  // namespace
