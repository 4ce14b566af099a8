// What is counted of tiles: loads and stores, their elements, and the distinct bytes and sectors that they touch.
#include <gtest/gtest.h>

#include <cuda_tile.h>

#include <simt_counters.h>

#include "../device/device_test.cuh"

namespace {

namespace ct = cuda::tiles;

simt::Counters difference(const simt::Counters& before) {
  simt::Counters now = simt::counters();
  const auto subtract = [&](auto member) { now.*member -= before.*member; };
  for (const auto member : {&simt::Counters::tile_loads,
                            &simt::Counters::tile_load_elements,
                            &simt::Counters::tile_load_masked,
                            &simt::Counters::tile_load_bytes,
                            &simt::Counters::tile_load_sectors,
                            &simt::Counters::tile_stores,
                            &simt::Counters::tile_store_elements,
                            &simt::Counters::tile_store_masked,
                            &simt::Counters::tile_store_bytes,
                            &simt::Counters::tile_store_sectors,
                            &simt::Counters::tile_atomics,
                            &simt::Counters::tile_atomic_elements,
                            &simt::Counters::tile_atomic_bytes,
                            &simt::Counters::tile_atomic_sectors,
                            &simt::Counters::tile_reductions,
                            &simt::Counters::issued,
                            &simt::Counters::active_lanes,
                            &simt::Counters::busiest_warp,
                            &simt::Counters::global_load_requests,
                            &simt::Counters::global_store_requests,
                            &simt::Counters::global_atomic_requests}) {
    subtract(member);
  }
  return now;
}

template <class Launch>
simt::Counters count(Launch launch) {
  const simt::Counters before = simt::counters();
  launch();
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  return difference(before);
}

__tile_global__ void copy(const float* in, float* out, int rows, int columns) {
  const ct::extents extents{rows, columns};
  auto from = ct::partition_view{ct::tensor_span{in, extents}, ct::shape<8, 32>{}};
  auto to = ct::partition_view{ct::tensor_span{out, extents}, ct::shape<8, 32>{}};
  const auto block = ct::bid();
  to.store_masked(from.load_masked(block.y, block.x), block.y, block.x);
}

TEST(TileCounts, RowsOfAView) {
  const DeviceBuffer<float> in(16 * 64), out(16 * 64);
  const auto whole = count([&] { copy<<<dim3(2, 2), 1>>>(in.data(), out.data(), 16, 64); });
  EXPECT_EQ(whole.tile_loads, 4u);
  EXPECT_EQ(whole.tile_load_elements, 16u * 64);
  EXPECT_EQ(whole.tile_load_masked, 0u);
  EXPECT_EQ(whole.tile_load_bytes, 16u * 64 * 4);
  EXPECT_EQ(whole.tile_load_sectors, 16u * 64 * 4 / 32);
  EXPECT_EQ(whole.tile_store_sectors, 16u * 64 * 4 / 32);
  // Rows of 33 numbers begin in the midst of sectors, and the second tile has one column inside.
  const auto ragged = count([&] { copy<<<dim3(2, 1), 1>>>(in.data(), out.data(), 7, 33); });
  EXPECT_EQ(ragged.tile_stores, 2u);
  EXPECT_EQ(ragged.tile_store_elements, 7u * 33);
  EXPECT_EQ(ragged.tile_store_masked, 2u * 8 * 32 - 7 * 33);
  EXPECT_EQ(ragged.tile_store_bytes, 7u * 33 * 4);
  // The rows' first 32 numbers lie in the first 6 · 132 + 128 bytes, and the 4 bytes between two rows leave no sector out.
  // The last number of each row is in a tile of its own, in seven sectors.
  EXPECT_EQ(ragged.tile_store_sectors, (6u * 132 + 128 + 31) / 32 + 7);
}

__tile_global__ void gather(const float* in, float* out, int step) {
  const auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store(out + i, ct::load(in + i * step));
}

TEST(TileCounts, DistinctSectorsOfPointers) {
  const DeviceBuffer<float> in(64 * 16), out(64);
  const auto far = count([&] { gather<<<1, 1>>>(in.data(), out.data(), 16); });
  EXPECT_EQ(far.tile_load_elements, 64u);
  EXPECT_EQ(far.tile_load_bytes, 64u * 4);
  EXPECT_EQ(far.tile_load_sectors, 64u);
  const auto same = count([&] { gather<<<1, 1>>>(in.data(), out.data(), 0); });
  EXPECT_EQ(same.tile_load_elements, 64u);
  EXPECT_EQ(same.tile_load_bytes, 4u);
  EXPECT_EQ(same.tile_load_sectors, 1u);
}

__tile_global__ void add(int* counts, const int* weights) {
  const auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::atomic_add<ct::memory_order::relaxed, ct::thread_scope::device>(
      counts + i % 16, ct::full<ct::tile<int, ct::shape<64>>>(weights[0] + weights[1]));
}

TEST(TileCounts, NothingOfWarps) {
  const DeviceBuffer<int> counts(16), weights(2);
  const auto c = count([&] { add<<<3, 1>>>(counts.data(), weights.data()); });
  EXPECT_EQ(c.tile_atomics, 3u);
  EXPECT_EQ(c.tile_atomic_elements, 3u * 64);
  EXPECT_EQ(c.tile_atomic_bytes, 3u * 16 * 4);
  EXPECT_EQ(c.tile_atomic_sectors, 3u * 2);
  EXPECT_EQ(c.global_atomic_requests, 0u);
  // A number that the program loads by itself is one load.
  EXPECT_EQ(c.global_load_requests, 3u * 2);
  EXPECT_EQ(c.issued, 0u);
  EXPECT_EQ(c.active_lanes, 0u);
  EXPECT_EQ(c.busiest_warp, 0u);
  EXPECT_EQ(c.tile_reductions, 0u);
}

__tile_global__ void reduce_twice(const float* in, float* out) {
  const auto numbers = ct::load(in + ct::iota<ct::tile<int, ct::shape<64>>>());
  const auto block = ct::iota<ct::tile<int, ct::shape<1>>>() + static_cast<int>(ct::bid().x);
  ct::store(out + block, ct::sum<0>(numbers) + ct::reduce_min<0>(numbers));
}

TEST(TileCounts, Reductions) {
  const DeviceBuffer<float> in(64), out(3);
  const auto c = count([&] { reduce_twice<<<3, 1>>>(in.data(), out.data()); });
  EXPECT_EQ(c.tile_reductions, 3u * 2);
}

}  // namespace
