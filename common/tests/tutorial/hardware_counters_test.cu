#include "tutorial/hardware_counters.cuh"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "needs_device.cuh"
#include "tutorial/experiment.cuh"

namespace {

constexpr int kWarps = 64, kBlock = 256, kCount = 32 * kWarps;

// `ones` are 1, so an element of `out` says how often the kernel has run.
__global__ void add(int* out, const int* ones, int distance) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] += ones[i * distance % kCount];
}

// CTest runs each test in a process of its own: one may count ranges, and another one kernels.
class HardwareCountersTest : public NeedsDevice {
 protected:
  void SetUp() override {
    NeedsDevice::SetUp();
    if (IsSkipped()) return;
    CHECK(cudaMalloc(&out_, kCount * sizeof(int)));
    CHECK(cudaMemset(out_, 0, kCount * sizeof(int)));
    CHECK(cudaMalloc(&ones_, kCount * sizeof(int)));
    const std::vector<int> ones(kCount, 1);
    CHECK(cudaMemcpy(ones_, ones.data(), kCount * sizeof(int), cudaMemcpyHostToDevice));
  }
  void TearDown() override {
    cudaFree(out_);
    cudaFree(ones_);
  }

  void launch(int distance) { add<<<kCount / kBlock, kBlock>>>(out_, ones_, distance); }

  int runs() {
    int first = 0;
    CHECK(cudaMemcpy(&first, out_, sizeof first, cudaMemcpyDeviceToHost));
    return first;
  }

  int* out_ = nullptr;
  int* ones_ = nullptr;
};

TEST(Counters, UnknownFiguresAreNoNumbers) {
  const Counters unknown = Counters::unknown();
  EXPECT_TRUE(std::isnan(unknown.global_load_requests));
  EXPECT_TRUE(std::isnan(unknown.distributed_atomic_sectors));
  EXPECT_TRUE(std::isnan(unknown.sectors_per_load()));
  EXPECT_EQ(figure("%.0f", unknown.bank_conflicts), "-");
}

TEST(Counters, EachFigureIsSubtracted) {
  Counters a, b;
  a.global_load_requests = 5;
  a.distributed_atomic_sectors = 7;
  b.global_load_requests = 2;
  b.distributed_atomic_sectors = 3;
  const Counters difference = a - b;
  EXPECT_EQ(difference.global_load_requests, 3);
  EXPECT_EQ(difference.distributed_atomic_sectors, 4);
  EXPECT_EQ(difference.shared_load_requests, 0);
}

TEST_F(HardwareCountersTest, ABackendWithoutThemLaunchesOnceAndSaysWhy) {
  if (!kHasModel) GTEST_SKIP() << "a GPU has them";
  EXPECT_NE(tutorial::no_hardware_counters(), "");
  const HardwareCounters counted = tutorial::count_on_device([] {}, [this] { launch(1); });
  EXPECT_TRUE(std::isnan(counted.counters.global_load_requests));
  EXPECT_TRUE(std::isnan(counted.occupancy_percent));
  EXPECT_EQ(runs(), 1);
  EXPECT_TRUE(std::isnan(tutorial::count_kernels([this] { launch(1); }).global_load_requests));
  EXPECT_EQ(runs(), 2);
}

TEST_F(HardwareCountersTest, EitherBackendCountsWhatALaunchDoesAndNoReset) {
  if (!has_counters()) GTEST_SKIP() << tutorial::no_hardware_counters();
  for (const int distance : {1, 8}) {
    const Counters counted = counters_of([=, this] { launch(distance); }, [this] { launch(3); });
    EXPECT_EQ(counted.global_load_requests, 2 * kWarps);
    EXPECT_EQ(counted.global_store_requests, kWarps);
    EXPECT_EQ(counted.global_load_sectors, (4 + 4 * distance) * kWarps);
  }
}

TEST_F(HardwareCountersTest, AGpuRepeatsTheLaunchAndKnowsMore) {
  if (const std::string why = tutorial::no_hardware_counters(); !why.empty()) GTEST_SKIP() << why;
  const HardwareCounters counted = tutorial::count_on_device([] {}, [this] { launch(1); });
  EXPECT_GT(runs(), 1);
  EXPECT_EQ(counted.counters.bank_conflicts, 0);
  EXPECT_GT(counted.instructions, 5 * kWarps);
  EXPECT_EQ(counted.active_lanes_percent, 100);
  EXPECT_GT(counted.occupancy_percent, 0);
  EXPECT_LE(counted.l1_hits_percent, 100);
  EXPECT_NE(counted.stall, "");
}

TEST_F(HardwareCountersTest, AGpuRepeatsKernelsWithTheMemoryTheyHad) {
  if (kHasModel) GTEST_SKIP() << "the CPU backend has no hardware";
  const Counters counted = tutorial::count_kernels([this] {
    launch(1);
    launch(8);
  });
  if (std::isnan(counted.global_load_requests)) GTEST_SKIP() << tutorial::no_hardware_counters();
  EXPECT_EQ(counted.global_load_requests, 4 * kWarps);
  EXPECT_EQ(counted.global_load_sectors, (4 + 4 + 4 + 32) * kWarps);
  EXPECT_EQ(runs(), 2);
}

TEST_F(HardwareCountersTest, WhatMakesReadyForALaunchIsCalledBeforeEachOne) {
  Experiment experiment("Adding", out_, kCount, 0);
  experiment.show_count("stores", "%.0f", &Counters::global_store_requests);
  int made_ready = 0;
  experiment.before_each([&] {
    ++made_ready;
    CHECK(cudaMemset(out_, 0, kCount * sizeof(int)));
  });
  int launched = 0;
  const Counters counted = experiment.run(
      "all",
      [&] {
        ++launched;
        launch(1);
      },
      [](int) { return 1; });
  EXPECT_EQ(experiment.report(), 0);
  EXPECT_EQ(made_ready, launched);
  if (has_counters()) {
    EXPECT_EQ(counted.global_store_requests, kWarps);
  }
}

}  // namespace
