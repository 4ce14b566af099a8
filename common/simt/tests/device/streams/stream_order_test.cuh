/// @file
/// What the tests of programs that order their streams rightly share.
#pragma once

#include <cstring>
#include <numeric>

#include "graph_test.cuh"

namespace {

constexpr int kCount = 4096;
constexpr int kBytes = kCount * static_cast<int>(sizeof(int));

__global__ void fill(int* data, int count, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] = value;
}
__global__ void copy(const int* in, int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}

void fill(cudaStream_t stream, int* data, int value, int count = kCount) {
  fill<<<(count + 255) / 256, 256, 0, stream>>>(data, count, value);
}
void copy(cudaStream_t stream, const int* in, int* out, int count = kCount) {
  copy<<<(count + 255) / 256, 256, 0, stream>>>(in, out, count);
}

/// Page-locked memory of many.
class PinnedArray {
 public:
  explicit PinnedArray(int count = kCount) : count_(count) {
    EXPECT_EQ(cudaMallocHost(&data_, static_cast<std::size_t>(count) * sizeof(int)), cudaSuccess);
    std::memset(data_, 0, static_cast<std::size_t>(count) * sizeof(int));
  }
  ~PinnedArray() { cudaFreeHost(data_); }
  PinnedArray(const PinnedArray&) = delete;
  PinnedArray& operator=(const PinnedArray&) = delete;
  int* data() const { return data_; }
  long long sum() const { return std::accumulate(data_, data_ + count_, 0ll); }

 private:
  int* data_ = nullptr;
  int count_;
};

class StreamOrder : public testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess); }

  const Stream one_, two_;
  const Event event_, other_event_;
  const StreamBuffer<int> a_{kCount}, b_{kCount};
  const PinnedArray host_;
};

}  // namespace
