// Whether the counters tell who did the work: the busiest warp of a launch, and the host's copies.
#include <gtest/gtest.h>
#include <simt_counters.h>

#include "../device_test.cuh"

namespace {

__global__ void each(int* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = i;
  }
}

simt::Counters totals() {
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  return simt::counters();
}

/// Basic blocks of the busiest warp when `blocks` of `threads` write 4096 numbers.
std::uint64_t busiest(int blocks, int threads) {
  const DeviceBuffer<int> out(4096);
  const std::uint64_t before = totals().busiest_warp;
  each<<<blocks, threads>>>(out.data(), 4096);
  return totals().busiest_warp - before;
}

TEST(WorkShare, BusiestWarpGrowsWithItsShare) {
  const std::uint64_t one_element = busiest(16, 256);
  const std::uint64_t two_elements = busiest(8, 256);
  const std::uint64_t per_element = two_elements - one_element;
  EXPECT_GE(per_element, 1u);
  EXPECT_EQ(busiest(1, 256), one_element + 15 * per_element);
  EXPECT_EQ(busiest(1, 32), one_element + 127 * per_element);
  EXPECT_EQ(busiest(1, 1), one_element + 4095 * per_element);
}

TEST(WorkShare, BusiestWarpIsSummedOverLaunches) {
  const std::uint64_t once = busiest(16, 256);
  const std::uint64_t before = totals().busiest_warp;
  const DeviceBuffer<int> out(4096);
  for (int launch = 0; launch < 3; ++launch) each<<<16, 256>>>(out.data(), 4096);
  EXPECT_EQ(totals().busiest_warp - before, 3 * once);
}

TEST(WorkShare, CopiesAndMemsetsAreCountedKernelsAreNot) {
  const DeviceBuffer<int> out(4096);
  std::vector<int> host(4096);
  std::uint64_t before = totals().copied_bytes;
  each<<<16, 256>>>(out.data(), 4096);
  host = out.read();
  EXPECT_EQ(totals().copied_bytes, before);
  EXPECT_EQ(cudaMemcpy(out.data(), host.data(), 400, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(totals().copied_bytes, before += 400);
  EXPECT_EQ(cudaMemcpy(out.data() + 100, out.data(), 40, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(totals().copied_bytes, before += 40);
  EXPECT_EQ(cudaMemcpy2D(out.data(), 64, host.data(), 32, 32, 3, cudaMemcpyHostToDevice),
            cudaSuccess);
  EXPECT_EQ(totals().copied_bytes, before += 96);
  EXPECT_EQ(cudaMemset(out.data(), 0, 1000), cudaSuccess);
  EXPECT_EQ(totals().copied_bytes, before += 1000);
  EXPECT_EQ(cudaMemcpyAsync(out.data(), host.data(), 12, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(totals().copied_bytes, before += 12);
}

}  // namespace
