#include "tutorial/writers.cuh"

#include <gtest/gtest.h>

#include "tutorial/check.cuh"
#include "tutorial/counters.cuh"

namespace {

constexpr int kCount = 256;

__global__ void from_one_thread(int* out, int n) {
  if (blockIdx.x + threadIdx.x == 0) {
    for (int i = 0; i < n; ++i) out[i] = i;
  }
}

__global__ void from_one_block(int* out, int n) {
  if (blockIdx.x == 0) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = i;
  }
}

__global__ void from_all(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}

using Kernel = void(int*, int);

// What is wrong if the kernel writes `n` elements with two blocks of 128 threads.
std::string complaint(Kernel* kernel, const Share& share, int n = kCount) {
  int* out = nullptr;
  CHECK(cudaMalloc(&out, n * sizeof(int)));
  watch_writers(out, n * sizeof(int), sizeof(int));
  kernel<<<2, 128>>>(out, n);
  CHECK(cudaDeviceSynchronize());
  const std::string text = unfair_share(out, share);
  stop_watching_writers(out);
  CHECK(cudaFree(out));
  return text;
}

// What there should be more of.
std::string advice(Kernel* kernel, const Share& share, int n = kCount) {
  const std::string text = complaint(kernel, share, n), before = "share them out among more ";
  const std::size_t place = text.find(before);
  return place == std::string::npos ? text : text.substr(place + before.size());
}

class Writers : public testing::Test {
 protected:
  void SetUp() override {
    if (!kCountsInsteadOfTimes) GTEST_SKIP() << "only the CPU backend knows who has written";
  }
};

TEST_F(Writers, NothingIsWrongIfTheWorkIsSharedOut) {
  EXPECT_EQ(complaint(from_all, {.warps_at_least = 8, .blocks_at_least = 2}), "");
}

TEST_F(Writers, ManyElementsOfAWarpAreForThreads) {
  EXPECT_EQ(advice(from_one_thread, {.warps_at_least = 8, .blocks_at_least = 2}),
            "threads, warps and blocks");
  EXPECT_EQ(advice(from_one_block, {.warps_at_least = 8, .blocks_at_least = 2}),
            "warps and blocks");
}

TEST_F(Writers, OneElementPerWarpIsForWarps) {
  EXPECT_EQ(advice(from_one_thread, {.warps_at_least = 8, .blocks_at_least = 2}, 8),
            "warps and blocks");
  EXPECT_EQ(advice(from_one_thread, {.warps_at_least = 8}, 8), "warps");
}

TEST_F(Writers, OneElementPerBlockIsForBlocks) {
  const Share two_blocks = {.warps_at_least = 2, .blocks_at_least = 2};
  EXPECT_EQ(advice(from_one_thread, two_blocks, 2), "blocks");
  EXPECT_EQ(advice(from_one_block, two_blocks, 2), "blocks");
  EXPECT_EQ(advice(from_one_block, {.blocks_at_least = 2}), "blocks");
}

TEST(Shares, AreOfFourElementsEachOrOfEightBlocks) {
  EXPECT_EQ(Share::warps_for(1), 1);
  EXPECT_EQ(Share::warps_for(128), 1);
  EXPECT_EQ(Share::warps_for(129), 2);
  EXPECT_EQ(Share::warps_for(1000000), 32);
  EXPECT_EQ(Share::blocks_for(4096), 1);
  EXPECT_EQ(Share::blocks_for(4097), 2);
  EXPECT_EQ(Share::blocks_for(1000000), 8);
}

}  // namespace
