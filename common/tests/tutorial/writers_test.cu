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

__global__ void all_write_the_last_one(int* out, int n) {
  const int i = min(static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), n - 1);
  out[i] = i;
}

__global__ void copy_by_last_block(int* out, const int* in, int n) {
  if (blockIdx.x + 1 < gridDim.x) return;
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i];
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

TEST_F(Writers, EachElementOnceIfTheTaskSaysSo) {
  EXPECT_EQ(complaint(all_write_the_last_one, {}, 200), "");
  EXPECT_EQ(
      complaint(all_write_the_last_one, {.once = true}, 200),
      "out[199] was written more than once in a launch: one thread stores each element, once");
  EXPECT_EQ(complaint(from_all, {.once = true}), "");
}

// What is wrong if the blocks load `n` elements.
std::string complaint_about_loads(long long per_warp_at_most) {
  int *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, kCount * sizeof(int)));
  CHECK(cudaMemset(in, 0, kCount * sizeof(int)));
  CHECK(cudaMalloc(&out, kCount * sizeof(int)));
  watch_loads(in, kCount * sizeof(int));
  copy_by_last_block<<<2, 64>>>(out, in, kCount);
  CHECK(cudaDeviceSynchronize());
  EXPECT_EQ(loads_per_element(in, sizeof(int), kCount), 1);
  const std::string text = unfair_loads(
      in, sizeof(int), {.per_warp_at_most = per_warp_at_most, .task = "all should have some"});
  stop_watching_loads(in);
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return text;
}

TEST_F(Writers, LoadsAreSharedOut) {
  EXPECT_EQ(complaint_about_loads(125), "");  // and three more
  EXPECT_EQ(complaint_about_loads(124),
            "warp 0 of block (1,0,0) loads 128 elements of in; a warp's share is 124 at most: all "
            "should have some");
}

TEST(Shares, OfLoadsAreTwiceAsManyAsNeeded) {
  EXPECT_EQ(LoadShare::twice_as_many(1, 256), 128);
  EXPECT_EQ(LoadShare::twice_as_many(20011, 64 * 256), 128);
  EXPECT_EQ(LoadShare::twice_as_many(300007, 64 * 256), 2 * 32 * 19);
  EXPECT_EQ(LoadShare::twice_as_many(300007, 64 * 256, 2), 2 * 2 * 32 * 19);
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
