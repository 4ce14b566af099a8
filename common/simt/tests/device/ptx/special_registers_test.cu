// Special registers, which CUDA C++ reads by inline PTX.
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <vector>

#include "../device_test.cuh"

namespace {

struct Registers {
  unsigned lane, warp, multiprocessor, multiprocessors;
  unsigned long long before, after;
  long long clocks;
};

__global__ void read_registers(Registers* out) {
  Registers r;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(r.before));
  long long start;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(start));
  asm("mov.u32 %0, %%laneid;" : "=r"(r.lane));
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(r.warp));
  asm volatile("mov.u32 %0, %%smid;" : "=r"(r.multiprocessor));
  asm volatile("mov.u32 %0, %%nsmid;" : "=r"(r.multiprocessors));
  r.clocks = clock64() - start;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(r.after));
  const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  out[blockIdx.x * 210 + thread] = r;
}

TEST(SpecialRegisters, AreReadByInlinePtx) {
  const int blocks = 5, threads = 210;
  const std::vector<Registers> all = run_kernel<Registers>(
      blocks * threads, [&](Registers* out) { read_registers<<<blocks, dim3(7, 6, 5)>>>(out); });
  int processors = 0;
  ASSERT_EQ(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0), cudaSuccess);
  for (int i = 0; i < blocks * threads; ++i) {
    const Registers& r = all[i];
    EXPECT_EQ(r.lane, i % threads % 32u);
    EXPECT_LT(r.warp, 64u);
    EXPECT_EQ(r.warp, all[i / threads * threads + i % threads / 32 * 32].warp);
    EXPECT_EQ(r.multiprocessor, all[i / threads * threads].multiprocessor);
    EXPECT_LT(r.multiprocessor, r.multiprocessors);
    EXPECT_GE(r.multiprocessors, static_cast<unsigned>(processors));
    EXPECT_GE(r.after, r.before);
    EXPECT_GE(r.clocks, 0);
  }
}

}  // namespace
