// Who has written what: the last writer of every element of a watched buffer.
#include <cuda_pipeline.h>
#include <gtest/gtest.h>
#include <simt_order.h>
#include <simt_writers.h>
#include <cuda/ptx>

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "../device_test.cuh"

using simt::Writer;
using simt::WriterKind;

namespace {

/// A watched buffer; nobody has written it since.
class Writers : public testing::Test {
 protected:
  static constexpr int kCount = 300;
  Writers() : values_(std::vector<int>(kCount, 1)) {
    simt::watch_writers(values_.data(), kCount * sizeof(int), sizeof(int));
  }
  ~Writers() override {
    simt::stop_watching_writers(values_.data());
    simt::set_order(simt::Order::kFree);
  }
  std::vector<Writer> writers() const {
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    return simt::writers(values_.data());
  }
  /// How many elements each kind of writer has written.
  std::vector<int> kinds() const {
    std::vector<int> count(4);
    for (const Writer& writer : writers()) ++count[static_cast<int>(writer.kind)];
    return count;
  }
  int* data() const { return values_.data(); }

 private:
  const DeviceBuffer<int> values_;
};

__global__ void write_2d(int* out, int columns, int rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows) out[y * columns + x] = x;
}
__global__ void write_alone(int* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = i;
}
__global__ void write_pairs(int2* out, int pairs) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pairs) out[i] = make_int2(i, i);
}
__global__ void add_one(int* out, int n) {
  const int i = threadIdx.x;
  if (i < n) atomicAdd(&out[i], 1);
}
__global__ void write_twice(int* out) {
  out[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x >= 32) out[threadIdx.x - 32] = 2;
}
__global__ void only_read(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }

/// Thread 40 of each block adds 32 elements by a bulk copy, or stores them.
__global__ void write_in_bulk(int* out, bool adds) {
  namespace ptx = cuda::ptx;
  alignas(16) __shared__ int row[32];
  if (threadIdx.x < 32) row[threadIdx.x] = 1;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x != 40) return;
  int* const to = out + 32 * blockIdx.x;
  if (adds) {
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, to, row,
                              sizeof row);
  } else {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to, row, sizeof row);
  }
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

TEST_F(Writers, NobodyAtFirst) { EXPECT_EQ(kinds(), (std::vector<int>{kCount, 0, 0, 0})); }

TEST_F(Writers, TheThreadOfEachElement) {
  write_2d<<<dim3(3, 2), dim3(8, 6)>>>(data(), 20, 11);
  const std::vector<Writer> all = writers();
  ASSERT_EQ(all.size(), 300u);
  for (unsigned i = 0; i < kCount; ++i) {
    if (i >= 220) {
      EXPECT_EQ(all[i].kind, WriterKind::kNobody);
      continue;
    }
    const unsigned x = i % 20, y = i / 20;
    ASSERT_EQ(all[i].kind, WriterKind::kKernel) << i;
    EXPECT_EQ(all[i].launch, 0u);
    EXPECT_EQ(all[i].block.x, x / 8);
    EXPECT_EQ(all[i].block.y, y / 6);
    EXPECT_EQ(all[i].thread.x, x % 8);
    EXPECT_EQ(all[i].thread.y, y % 6);
    EXPECT_EQ(all[i].warp, (y % 6 * 8 + x % 8) / 32);
  }
}

TEST_F(Writers, AThreadAlone) {
  write_alone<<<1, 1>>>(data(), kCount);
  std::set<unsigned> threads;
  for (const Writer& writer : writers()) threads.insert(writer.thread.x + 32 * writer.block.x);
  EXPECT_EQ(threads, std::set<unsigned>{0});
  EXPECT_EQ(kinds(), (std::vector<int>{0, kCount, 0, 0}));
}

TEST_F(Writers, WideStoresAndAtomicsCount) {
  write_pairs<<<5, 32>>>(reinterpret_cast<int2*>(data()), kCount / 2);
  EXPECT_EQ(kinds(), (std::vector<int>{0, kCount, 0, 0}));
  EXPECT_EQ(writers()[131].block.x, 2u);  // pair 65
  EXPECT_EQ(writers()[131].thread.x, 1u);
  add_one<<<1, 64>>>(data(), 40);
  EXPECT_EQ(writers()[39].launch, 1u);
  EXPECT_EQ(writers()[39].warp, 1u);
  EXPECT_EQ(writers()[40].launch, 0u);
}

TEST_F(Writers, WhatABulkCopyWritesIsOfTheThreadThatAsksForIt) {
  for (const bool adds : {false, true}) {
    simt::forget_writers();
    write_in_bulk<<<2, 64>>>(data(), adds);
    EXPECT_EQ(kinds(), (std::vector<int>{kCount - 64, 64, 0, 0}));
    const std::vector<Writer> all = writers();
    for (const unsigned i : {0u, 31u, 32u, 63u}) {
      EXPECT_EQ(all[i].block.x, i / 32) << i;
      EXPECT_EQ(all[i].thread.x, 40u) << i;
      EXPECT_EQ(all[i].warp, 1u) << i;
    }
  }
}

TEST_F(Writers, TheLastOneIsTold) {
  write_twice<<<1, 64>>>(data());
  const std::vector<Writer> all = writers();
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(all[i].warp, 1u) << i;
}

TEST_F(Writers, ReadsAndOtherMemoryDoNotCount) {
  const DeviceBuffer<int> other(64);
  only_read<<<1, 64>>>(data(), other.data());
  EXPECT_EQ(kinds(), (std::vector<int>{kCount, 0, 0, 0}));
}

TEST_F(Writers, CopiesAndMemsets) {
  const std::vector<int> host(kCount, 3);
  write_alone<<<1, 1>>>(data(), kCount);
  EXPECT_EQ(cudaMemcpy(data(), host.data(), 40, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemset(data() + 20, 0, 8), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2D(data() + 100, 40, host.data(), 8, 8, 3, cudaMemcpyHostToDevice),
            cudaSuccess);
  EXPECT_EQ(kinds(), (std::vector<int>{0, kCount - 18, 18, 0}));
  EXPECT_EQ(writers()[111].kind, WriterKind::kOperation);
  EXPECT_EQ(writers()[112].kind, WriterKind::kKernel);
}

TEST_F(Writers, HostCodeInManagedMemory) {
  int* managed;
  ASSERT_EQ(cudaMallocManaged(&managed, 64 * sizeof(int)), cudaSuccess);
  simt::watch_writers(managed, 64 * sizeof(int), sizeof(int));
  add_one<<<1, 64>>>(managed, 0);
  write_alone<<<1, 1>>>(managed, 64);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  managed[7] = 5;
  const std::vector<Writer> all = simt::writers(managed);
  EXPECT_EQ(all[6].kind, WriterKind::kKernel);
  EXPECT_EQ(all[6].launch, 1u);
  EXPECT_EQ(all[7].kind, WriterKind::kHost);
  simt::stop_watching_writers(managed);
  EXPECT_EQ(cudaFree(managed), cudaSuccess);
}

TEST_F(Writers, BeginAnew) {
  write_alone<<<1, 1>>>(data(), kCount);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  simt::forget_writers();
  EXPECT_EQ(kinds(), (std::vector<int>{kCount, 0, 0, 0}));
  add_one<<<1, 64>>>(data(), 2);
  EXPECT_EQ(kinds(), (std::vector<int>{kCount - 2, 2, 0, 0}));
  EXPECT_EQ(writers()[1].launch, 0u);
  simt::stop_watching_writers(data());
  EXPECT_TRUE(writers().empty());
}

__global__ void all_write_one(int* out) {
  if (threadIdx.x == 0) atomicExch(out, static_cast<int>(blockIdx.x));
}

TEST_F(Writers, AreTheSameInAFixedOrder) {
  simt::set_order(simt::Order::kForward);
  all_write_one<<<40, 32>>>(data());
  EXPECT_EQ(writers()[0].block.x, 39u);
  simt::set_order(simt::Order::kReverse);
  all_write_one<<<40, 32>>>(data());
  EXPECT_EQ(writers()[0].block.x, 0u);
}

TEST_F(Writers, AnElementThatALaunchHasWrittenBefore) {
  write_alone<<<1, 1>>>(data(), kCount);
  write_alone<<<1, 1>>>(data(), 10);  // another launch
  write_twice<<<1, 64>>>(data() + 100);
  const std::vector<Writer> all = writers();
  for (int i = 0; i < kCount; ++i) EXPECT_EQ(all[i].again, i >= 100 && i < 132) << i;
}

__global__ void sum_by_first_warps(const int* in, int* out, int n) {
  int sum = 0;
  if (threadIdx.x < 32 + 32 * blockIdx.x) {
    for (int i = threadIdx.x % 32; i < n; i += 32) sum += in[i];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// Bytes that each warp has loaded, by block and warp.
std::map<std::pair<unsigned, unsigned>, std::uint64_t> loads_of(const int* memory) {
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  std::map<std::pair<unsigned, unsigned>, std::uint64_t> all;
  for (const simt::WarpLoads& warp : simt::loads(memory)) {
    all[{warp.block.x, warp.warp}] = warp.bytes;
  }
  return all;
}

TEST_F(Writers, WhatWarpsLoad) {
  const DeviceBuffer<int> out(2 * 64);
  simt::watch_loads(data(), 200 * sizeof(int));
  sum_by_first_warps<<<2, 64>>>(data(), out.data(), kCount);
  const std::map<std::pair<unsigned, unsigned>, std::uint64_t> expected = {
      {{0, 0}, 800}, {{1, 0}, 800}, {{1, 1}, 800}};
  EXPECT_EQ(loads_of(data()), expected);  // what is not watched does not count
  simt::forget_writers();
  EXPECT_TRUE(loads_of(data()).empty());
  sum_by_first_warps<<<1, 64>>>(data(), out.data(), 5);
  EXPECT_EQ((loads_of(data())[{0, 0}]), 20u);
  simt::stop_watching_loads(data());
  sum_by_first_warps<<<1, 64>>>(data(), out.data(), 5);
  EXPECT_TRUE(loads_of(data()).empty());
}

__global__ void copy_by_one_warp(const int* in, int* out) {
  alignas(16) __shared__ int copied[128];
  if (threadIdx.x >= 32)
    __pipeline_memcpy_async(&copied[threadIdx.x % 32 * 4], &in[threadIdx.x % 32 * 4], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = copied[threadIdx.x];
}

TEST_F(Writers, WhatWarpsLoadByAsynchronousCopies) {
  const DeviceBuffer<int> out(64);
  simt::watch_loads(data(), kCount * sizeof(int));
  copy_by_one_warp<<<1, 64>>>(data(), out.data());
  const std::map<std::pair<unsigned, unsigned>, std::uint64_t> expected = {{{0, 1}, 512}};
  EXPECT_EQ(loads_of(data()), expected);
}

}  // namespace
