// Copies to shared memory by cooperative groups.
// supports: <cooperative_groups/memcpy_async.h>: `memcpy_async`, `wait`, `wait_prior`
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <numeric>
#include <vector>

#if __has_include(<simt_counters.h>)
#include <simt_counters.h>
#endif

#include "../device_test.cuh"

namespace cg = cooperative_groups;

namespace {

std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 1);
  return values;
}

__global__ void reverse_blocks(const int* in, int* out) {
  __shared__ int values[300];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, values, in + 300 * blockIdx.x, sizeof(values));
  cg::wait(block);
  for (int i = threadIdx.x; i < 300; i += blockDim.x) {
    out[300 * blockIdx.x + i] = values[299 - i];
  }
}

TEST(GroupCopies, ABlockCopiesBytes) {
  const DeviceBuffer<int> in(numbers(900));
  const std::vector<int> out =
      run_kernel<int>(900, [&](int* d) { reverse_blocks<<<3, 64>>>(in.data(), d); });
  for (int i = 0; i < 900; ++i) EXPECT_EQ(out[i], i / 300 * 300 + 300 - i % 300) << i;
}

/// The next part is in flight while this one is summed up.
__global__ void two_stages(const int* in, int parts, int* out) {
  __shared__ int values[2][64];
  const cg::thread_block block = cg::this_thread_block();
  int sum = 0;
  cg::memcpy_async(block, values[0], in, sizeof(values[0]));
  for (int part = 0; part < parts; ++part) {
    if (part + 1 < parts) {
      cg::memcpy_async(block, values[(part + 1) % 2], in + (part + 1) * 64, sizeof(values[0]));
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    sum += values[part % 2][(threadIdx.x + 1) % 64];
    block.sync();
  }
  out[threadIdx.x] = sum;
}

TEST(GroupCopies, TheNextOneGoesOnMeanwhile) {
  const int parts = 7;
  const DeviceBuffer<int> in(numbers(parts * 64));
  const std::vector<int> out =
      run_kernel<int>(64, [&](int* d) { two_stages<<<1, 64>>>(in.data(), parts, d); });
  for (int t = 0; t < 64; ++t) {
    EXPECT_EQ(out[t], parts * ((t + 1) % 64 + 1) + 64 * parts * (parts - 1) / 2) << t;
  }
}

/// Every tile on its own; elements instead of bytes, as many as there are on the shorter side.
__global__ void tiles_copy(const int* in, int* out) {
  __shared__ int values[4][24];
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int* mine = values[tile.meta_group_rank()];
  for (int i = tile.thread_rank(); i < 24; i += 16) mine[i] = -1;
  tile.sync();
  cg::memcpy_async(tile, mine, 24, in + 24 * tile.meta_group_rank(), 21);
  cg::wait(tile);
  for (int i = tile.thread_rank(); i < 24; i += 16) out[24 * tile.meta_group_rank() + i] = mine[i];
}

TEST(GroupCopies, TilesCopyElements) {
  const DeviceBuffer<int> in(numbers(96));
  const std::vector<int> out =
      run_kernel<int>(96, [&](int* d) { tiles_copy<<<1, 64>>>(in.data(), d); });
  for (int i = 0; i < 96; ++i) EXPECT_EQ(out[i], i % 24 < 21 ? i + 1 : -1) << i;
}

/// Bytes at any address: what is not aligned goes byte by byte.
__global__ void copy_bytes(const char* in, int in_offset, int to_offset, int bytes, char* out) {
  __shared__ alignas(16) char values[256];
  const cg::thread_block block = cg::this_thread_block();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) values[i] = 0;
  block.sync();
  cg::memcpy_async(block, values + to_offset, in + in_offset, bytes);
  cg::wait(block);
  for (int i = threadIdx.x; i < 256; i += blockDim.x) out[i] = values[i];
}

TEST(GroupCopies, BytesAtAnyAddress) {
  std::vector<char> values(300);
  for (int i = 0; i < 300; ++i) values[i] = static_cast<char>(i % 100 + 1);
  const DeviceBuffer<char> in(values);
  for (const int in_offset : {0, 1, 4, 9}) {
    for (const int to_offset : {0, 1, 4, 12}) {
      for (const int bytes : {0, 1, 3, 64, 201}) {
        const std::vector<char> out = run_kernel<char>(256, [&](char* d) {
          copy_bytes<<<1, 32>>>(in.data(), in_offset, to_offset, bytes, d);
        });
        for (int i = 0; i < 256; ++i) {
          const bool is_inside = i >= to_offset && i < to_offset + bytes;
          ASSERT_EQ(out[i], is_inside ? values[in_offset + i - to_offset] : 0)
              << in_offset << " " << to_offset << " " << bytes << " " << i;
        }
      }
    }
  }
}

/// Between two arrays in shared memory there is nothing to wait for, but it is right to.
__global__ void shared_to_shared(const float4* in, float4* out) {
  __shared__ float4 first[32], second[32];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, first, in, sizeof(first));
  cg::wait(block);
  cg::memcpy_async(block, second, first, sizeof(first));
  cg::wait(block);
  out[threadIdx.x] = second[31 - threadIdx.x];
}

TEST(GroupCopies, WithinSharedMemory) {
  std::vector<float4> values(32);
  for (int i = 0; i < 32; ++i) values[i] = make_float4(i, i + 0.25f, i + 0.5f, i + 0.75f);
  const DeviceBuffer<float4> in(values);
  const std::vector<float4> out =
      run_kernel<float4>(32, [&](float4* d) { shared_to_shared<<<1, 32>>>(in.data(), d); });
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(out[i].x, values[31 - i].x);
    EXPECT_EQ(out[i].w, values[31 - i].w);
  }
}

#if __has_include(<simt_counters.h>)
template <std::size_t Alignment>
struct Aligned {  // as cuda::aligned_size_t
  std::size_t value;
  constexpr operator std::size_t() const { return value; }
};

template <class Size>
__global__ void copy_counted(const float* in, float* out, Size bytes) {
  __shared__ alignas(16) float values[256];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, values, in, bytes);
  cg::wait(block);
  out[threadIdx.x] = values[255 - threadIdx.x];
}

template <class Size>
simt::Counters count_copy(Size bytes) {
  const DeviceBuffer<float> in(256), out(256);
  const simt::Counters before = simt::counters();
  copy_counted<<<1, 256>>>(in.data(), out.data(), bytes);
  cudaDeviceSynchronize();
  simt::Counters counters = simt::counters();
  counters.global_load_requests -= before.global_load_requests;
  counters.global_load_sectors -= before.global_load_sectors;
  counters.shared_store_requests -= before.shared_store_requests;
  counters.shared_store_bank_conflicts -= before.shared_store_bank_conflicts;
  return counters;
}

TEST(GroupCopies, AreCounted) {
  const simt::Counters floats = count_copy(1024);
  EXPECT_EQ(floats.global_load_requests, 8u);
  EXPECT_EQ(floats.global_load_sectors, 32u);
  EXPECT_EQ(floats.shared_store_requests, 8u);
  const simt::Counters wide = count_copy(Aligned<16>{1024});
  EXPECT_EQ(wide.global_load_requests, 2u);
  EXPECT_EQ(wide.global_load_sectors, 32u);
  EXPECT_EQ(wide.shared_store_requests, 2u);
  EXPECT_EQ(wide.shared_store_bank_conflicts, 0u);
}
#endif

}  // namespace
