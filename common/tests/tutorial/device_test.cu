#include "tutorial/device.cuh"

#include <gtest/gtest.h>

#include "needs_device.cuh"
#include "tutorial/counters.cuh"

namespace {

TEST(Architecture, IsNamedByComputeCapability) {
  EXPECT_STREQ(architecture_name(7, 0), "Volta");
  EXPECT_STREQ(architecture_name(7, 5), "Turing");
  EXPECT_STREQ(architecture_name(8, 6), "Ampere");
  EXPECT_STREQ(architecture_name(8, 9), "Ada Lovelace");
  EXPECT_STREQ(architecture_name(9, 0), "Hopper");
  EXPECT_STREQ(architecture_name(12, 0), "Blackwell");
  EXPECT_STREQ(architecture_name(99, 0), "unknown");
  EXPECT_EQ(fp32_lanes_per_multiprocessor(8, 0), 64);
  EXPECT_EQ(fp32_lanes_per_multiprocessor(9, 0), 128);
  EXPECT_EQ(fp32_lanes_per_multiprocessor(99, 0), 0);
}

class Device : public NeedsDevice {};

TEST_F(Device, PeaksFollowFromTheAttributes) {
  const DeviceInfo info = device_info();
  EXPECT_FALSE(info.name.empty());
  EXPECT_EQ(info.multiprocessors, device_attribute(cudaDevAttrMultiProcessorCount));
  if (info.name == "NVIDIA H200" || kCountsInsteadOfTimes) {
    EXPECT_EQ(info.architecture, "Hopper");
    EXPECT_NEAR(info.memory_gbs, 4814.3, 0.1);
    EXPECT_NEAR(info.fp32_tflops, 66.9, 0.1);
  }
}

TEST_F(Device, ANewerOneThanThereIsSkips) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  require_compute_capability(1, 0);
  EXPECT_EXIT(require_compute_capability(99, 1), testing::ExitedWithCode(77),
              "SKIPPED: needs compute capability 99.1, this device has [0-9]+\\.[0-9]");
}

}  // namespace
