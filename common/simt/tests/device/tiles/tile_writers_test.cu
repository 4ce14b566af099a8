// Who has written what, and loaded how much: blocks of tile kernels, which have no threads.
#include <cuda_tile.h>
#include <gtest/gtest.h>
#include <simt_writers.h>

#include <vector>

#include "../device_test.cuh"

using simt::Writer;
using simt::WriterKind;

namespace {

namespace ct = cuda::tiles;
using Row = ct::tile<int, ct::shape<64>>;

/// Of 100 elements, the last block's mask leaves 28 out.
__tile_global__ void copy(const int* in, int* out, int n) {
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{n}}, ct::shape<64>{}};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{n}}, ct::shape<64>{}};
  to.store_masked(from.load_masked(ct::bid().x), ct::bid().x);
}
__tile_global__ void store_by_pointers(int* out) {
  ct::store(out + 2 * ct::iota<Row>(), ct::iota<Row>());
}
__tile_global__ void store_again(int* out) {
  const auto i = ct::iota<Row>();
  ct::store(out + i, i);
  ct::store_masked(out + i, i + 1, i < 5);
}
__tile_global__ void add(int* out) {
  ct::atomic_add<ct::memory_order::relaxed, ct::thread_scope::device>(out + ct::iota<Row>() / 2,
                                                                      ct::ones<Row>());
}

class TileWriters : public testing::Test {
 protected:
  static constexpr int kCount = 128;
  TileWriters() : in_(std::vector<int>(kCount, 3)), out_(std::vector<int>(kCount, 1)) {
    simt::watch_writers(out_.data(), kCount * sizeof(int), sizeof(int));
    simt::watch_loads(in_.data(), kCount * sizeof(int));
  }
  ~TileWriters() override {
    simt::stop_watching_writers(out_.data());
    simt::stop_watching_loads(in_.data());
  }
  int* out() const { return out_.data(); }
  const int* in() const { return in_.data(); }
  std::vector<Writer> writers() const {
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    return simt::writers(out());
  }

 private:
  const DeviceBuffer<int> in_, out_;
};

TEST_F(TileWriters, TheBlockOfEachElement) {
  copy<<<2, 1>>>(in(), out(), 100);
  const std::vector<Writer> all = writers();
  ASSERT_EQ(all.size(), 128u);
  for (unsigned i = 0; i < 128; ++i) {
    ASSERT_EQ(all[i].kind, i < 100 ? WriterKind::kKernel : WriterKind::kNobody) << i;
    EXPECT_EQ(all[i].is_tile, i < 100);
    EXPECT_EQ(all[i].block.x, i < 100 ? i / 64 : 0);
    EXPECT_FALSE(all[i].again);
  }
}

TEST_F(TileWriters, WhatABlockLoads) {
  copy<<<2, 1>>>(in(), out(), 100);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const std::vector<simt::WarpLoads> loads = simt::loads(in());
  ASSERT_EQ(loads.size(), 2u);
  EXPECT_EQ(loads[0].bytes, 64u * 4);
  EXPECT_EQ(loads[1].block.x, 1u);
  EXPECT_EQ(loads[1].bytes, 36u * 4);
}

TEST_F(TileWriters, TilesOfPointers) {
  store_by_pointers<<<1, 1>>>(out());
  const std::vector<Writer> all = writers();
  for (unsigned i = 0; i < 128; ++i) {
    EXPECT_EQ(all[i].kind, i % 2 == 0 ? WriterKind::kKernel : WriterKind::kNobody) << i;
  }
}

TEST_F(TileWriters, ElementsThatAreStoredAgain) {
  store_again<<<1, 1>>>(out());
  const std::vector<Writer> all = writers();
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(all[i].again, i < 5) << i;
}

TEST_F(TileWriters, AtomicOperations) {
  add<<<1, 1>>>(out());
  const std::vector<Writer> all = writers();
  for (unsigned i = 0; i < 128; ++i) {
    EXPECT_EQ(all[i].kind, i < 32 ? WriterKind::kKernel : WriterKind::kNobody) << i;
    EXPECT_EQ(all[i].is_tile, i < 32);
  }
}

}  // namespace
