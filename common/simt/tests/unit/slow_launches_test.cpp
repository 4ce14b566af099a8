// When a program is told that it is slow, and what: with a clock of the test's own.
#include "execution/grid/slow_launches.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace simt {
namespace {

constexpr char kFile[] = "mm.cu";

LaunchConfig config_at(int line, const char* name = "multiply") {
  LaunchConfig config{};
  config.name = name;
  config.file = kFile;
  config.line = line;
  return config;
}

std::string told(const std::string& what, const char* advice) {
  return "simt: slow: " + what + ". " + advice + "\n";
}
constexpr const char* kSmaller =
    "The CPU backend checks and counts every access: choose a smaller size, for which the counters "
    "tell the same";
constexpr const char* kFewer =
    "Repeats are for timing, and the CPU backend's times say nothing about a GPU: launch it once, "
    "or choose a smaller size";

TEST(SlowLaunches, ALaunchIsToldOnceAtTheLimit) {
  SlowLaunches launches(10);
  const LaunchConfig config = config_at(23);
  const LaunchState launch{config, 7, 100, 130, 1024};
  launches.begin(launch);
  EXPECT_EQ(launches.look(launch, 109.9), "");
  EXPECT_EQ(launches.look(launch, 110),
            told("multiply at mm.cu:23, launch 7, has run for 10 s: 130 of 1024 blocks are done, "
                 "about 69 s to go",
                 kSmaller));
  EXPECT_EQ(launches.look(launch, 111), "");
  EXPECT_EQ(launches.look(launch, 400), "");  // the same launch: all has been said
  launches.end(launch, 400);
}

TEST(SlowLaunches, WhereNoBlockHasEndedItMayBeALoopThatNeverDoes) {
  for (const std::uint64_t done : {0, 1}) {
    SlowLaunches launches(10);
    const LaunchConfig config = config_at(1);
    const LaunchState launch{config, 1, 0, done, 8};
    launches.begin(launch);
    EXPECT_EQ(launches.look(launch, 10).find("see SIMT_TIMEOUT") != std::string::npos, done == 0);
  }
}

TEST(SlowLaunches, ProgressIsToldAsFarAsItIsKnown) {
  const auto text_with = [](std::uint64_t done, std::uint64_t blocks) {
    SlowLaunches launches(10);
    const LaunchConfig config = config_at(1);
    const LaunchState launch{config, 1, 0, done, blocks};
    launches.begin(launch);
    const std::string text = launches.look(launch, 10);
    const std::size_t begin = text.find("10 s: ") + 6;
    return text.substr(begin, text.find(". ", begin) - begin);
  };
  EXPECT_EQ(text_with(0, 1), "0 of 1 block is done");
  EXPECT_EQ(text_with(0, 8), "0 of 8 blocks are done");
  EXPECT_EQ(text_with(8, 8), "all blocks are done, but not the grids that they have launched");
  EXPECT_EQ(text_with(7, 8), "7 of 8 blocks are done, about 1.4 s to go");
  EXPECT_EQ(text_with(1, 61), "1 of 61 blocks are done, about 10 min to go");
  EXPECT_EQ(text_with(1, 3601), "1 of 3601 blocks are done, about 10 h to go");
}

TEST(SlowLaunches, EachLineIsToldOfItsOwn) {
  SlowLaunches launches(10);
  const LaunchConfig first = config_at(5), second = config_at(6);
  const LaunchState one{first, 1, 0, 1, 2}, again{first, 2, 11, 1, 2}, other{second, 3, 11, 1, 2};
  launches.begin(one);
  EXPECT_NE(launches.look(one, 10), "");
  launches.end(one, 11);
  launches.begin(again);
  launches.begin(other);
  EXPECT_EQ(launches.look(again, 21), "");
  EXPECT_NE(launches.look(other, 21).find("mm.cu:6, launch 3"), std::string::npos);
}

TEST(SlowLaunches, RepeatsAreToldTogether) {
  SlowLaunches launches(10);
  const LaunchConfig before = config_at(4, "fill"), repeated = config_at(9, "scale");
  const LaunchState fill{before, 1, 0, 8, 8};
  launches.begin(fill);
  launches.end(fill, 2);
  std::string text;
  double now = 2;
  std::uint64_t number = 1;
  while (text.empty()) {
    const LaunchState launch{repeated, ++number, now, 3, 8};
    launches.begin(launch);
    text = launches.look(launch, now + 0.25);
    launches.end(launch, now += 0.5);
    now += 7;  // in which no kernel runs
  }
  EXPECT_EQ(text,
            told("kernels have run for 30 s, 28 s of it scale at mm.cu:9, launched 57 times from "
                 "that line, 0.5 s each; in launch 58, 3 of 8 blocks are done, about 0.42 s to go",
                 kFewer));
}

TEST(SlowLaunches, ALaunchThatWasToldIsNotToldAgainWithTheOthers) {
  SlowLaunches launches(10);
  const LaunchConfig config = config_at(9);
  const LaunchState first{config, 1, 0, 1, 8};
  launches.begin(first);
  EXPECT_NE(launches.look(first, 10), "");
  EXPECT_EQ(launches.look(first, 31), "");
  launches.end(first, 31);
  const LaunchState second{config, 2, 31, 1, 8};
  launches.begin(second);
  EXPECT_NE(launches.look(second, 32)
                .find("kernels have run for 32 s, 32 s of it multiply at "
                      "mm.cu:9, launched 2 times from that line, 16 s each"),
            std::string::npos);
}

TEST(SlowLaunches, TimeInWhichSeveralRunCountsOnce) {
  SlowLaunches launches(10);
  const LaunchConfig a = config_at(1), b = config_at(2);
  const LaunchState one{a, 1, 0, 1, 8}, two{b, 2, 0, 1, 8};
  for (int i = 0; i < 3; ++i) {
    launches.begin(one);
    launches.begin(two);
    EXPECT_EQ(launches.look(one, 9), "");
    launches.end(one, 9);
    EXPECT_EQ(launches.look(two, 9.5), "");
    launches.end(two, 9.5);
  }
  launches.begin(one);
  EXPECT_EQ(launches.look(one, 1.4), "");
  EXPECT_NE(launches.look(one, 1.5), "");
}

TEST(SlowLaunches, WithoutALimitNothingIsTold) {
  SlowLaunches launches(std::numeric_limits<double>::infinity());
  const LaunchConfig config = config_at(1);
  const LaunchState launch{config, 1, 0, 1, 8};
  launches.begin(launch);
  EXPECT_EQ(launches.look(launch, 1e9), "");
}

}  // namespace
}  // namespace simt
