#include "tutorial/timer.cuh"

#include <gtest/gtest.h>

#include <thread>

#include "needs_device.cuh"

namespace {

TEST(Median, IsTheMiddle) {
  EXPECT_EQ(median({5}), 5);
  EXPECT_EQ(median({9, 1, 5}), 5);
  EXPECT_EQ(median({100, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({7, 7}), 7);
}

TEST(TimedRuns, AreFewerIfALaunchIsLong) {
  EXPECT_EQ(tutorial::timed_runs(0.01), 20);
  EXPECT_EQ(tutorial::timed_runs(25), 20);
  EXPECT_EQ(tutorial::timed_runs(26), 19);
  EXPECT_EQ(tutorial::timed_runs(30), 15);  // 16 would fit
  EXPECT_EQ(tutorial::timed_runs(76), 5);
  EXPECT_EQ(tutorial::timed_runs(300), 3);
  EXPECT_EQ(tutorial::timed_runs(5000), 3);
}

TEST(HostTimer, MeasuresMilliseconds) {
  HostTimer timer;
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_GE(timer.milliseconds(), 20);
  timer.restart();
  EXPECT_LT(timer.milliseconds(), 20);
}

class EventTimerTest : public NeedsDevice {};

TEST_F(EventTimerTest, CanBeUsedAgain) {
  EventTimer timer;
  for (int i = 0; i < 2; ++i) {
    timer.start();
    EXPECT_GE(timer.stop(), 0);
  }
}

}  // namespace
