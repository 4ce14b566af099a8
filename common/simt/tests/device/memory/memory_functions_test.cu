// memcpy and memset in kernels: what they leave in memory, which is then there to be read.
// supports: C library: `memcpy`, `memset`, `memmove` in kernels
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <cstring>
#include <vector>

#include "../device_test.cuh"

namespace {

__global__ void copy_rows(const int* in, int* out, int row) {
  memcpy(out + threadIdx.x * row, in + threadIdx.x * row, row * sizeof(int));
}
__global__ void reverse(const int* in, int* out, int n) {
  out[n - 1 - threadIdx.x] = in[threadIdx.x];
}

TEST(MemoryFunctions, WhatMemcpyHasCopiedIsWritten) {
  std::vector<int> host(32 * 5);
  for (int i = 0; i < 160; ++i) host[i] = 7 * i + 1;
  const DeviceBuffer<int> in(host);
  int* copied = nullptr;
  ASSERT_EQ(cudaMalloc(&copied, 640), cudaSuccess);
  const std::vector<int> out = run_kernel<int>(160, [&](int* result) {
    copy_rows<<<1, 32>>>(in.data(), copied, 5);
    reverse<<<1, 160>>>(copied, result, 160);
  });
  EXPECT_EQ(cudaFree(copied), cudaSuccess);
  for (int i = 0; i < 160; ++i) ASSERT_EQ(out[159 - i], host[i]) << i;
}

__global__ void through_shared(const int* in, int* out) {
  __shared__ int rows[32][4], copies[32][4], zeros[128];
  if (threadIdx.x == 0) memset(zeros, 0, sizeof zeros);
  memcpy(rows[threadIdx.x], in + 4 * threadIdx.x, sizeof rows[0]);
  __syncthreads();
  std::memcpy(copies[threadIdx.x], rows[31 - threadIdx.x], sizeof rows[0]);
  __syncthreads();
  for (int k = 0; k < 4; ++k) {
    out[4 * threadIdx.x + k] = copies[31 - threadIdx.x][k] + zeros[4 * threadIdx.x + k];
  }
}

TEST(MemoryFunctions, SharedMemoryCanBeCopiedAndSet) {
  std::vector<int> host(128);
  for (int i = 0; i < 128; ++i) host[i] = i * i;
  const DeviceBuffer<int> in(host);
  EXPECT_EQ(run_kernel<int>(128, [&](int* out) { through_shared<<<1, 32>>>(in.data(), out); }),
            host);
}

struct Padded {
  char tag;
  double value;
};
__global__ void in_registers(const Padded* in, double* out, const unsigned char* bytes) {
  Padded local;
  memcpy(&local, in + threadIdx.x, sizeof local);  // with padding, which nobody wrote
  float number;
  __builtin_memcpy(&number, bytes + 4 * threadIdx.x, sizeof number);  // of no alignment
  int bits;
  memcpy(&bits, &number, sizeof bits);
  out[threadIdx.x] = local.value + number + (bits == __float_as_int(number) ? local.tag : 0);
}
__global__ void make_padded(Padded* out) {
  out[threadIdx.x].tag = static_cast<char>(threadIdx.x);
  out[threadIdx.x].value = 2.0 * threadIdx.x;
}

TEST(MemoryFunctions, CopiesToAThreadsOwnVariables) {
  Padded* padded = nullptr;
  ASSERT_EQ(cudaMalloc(&padded, 32 * sizeof(Padded)), cudaSuccess);
  std::vector<float> numbers(33);
  for (int i = 0; i < 33; ++i) numbers[i] = 0.5f * i;
  std::vector<unsigned char> shifted(132);
  std::memcpy(shifted.data() + 1, numbers.data(), 128);
  const DeviceBuffer<unsigned char> bytes(shifted);
  const std::vector<double> out = run_kernel<double>(32, [&](double* result) {
    make_padded<<<1, 32>>>(padded);
    in_registers<<<1, 32>>>(padded, result, bytes.data() + 1);
  });
  EXPECT_EQ(cudaFree(padded), cudaSuccess);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(out[i], 3.5 * i) << i;
}

__global__ void set_ragged(unsigned char* out) {
  memset(out + 32 * threadIdx.x, static_cast<int>(threadIdx.x + 0x100), threadIdx.x);
}

TEST(MemoryFunctions, MemsetSetsAsManyBytesAsAreAskedFor) {
  const auto out =
      run_kernel<unsigned char>(1024, [](unsigned char* p) { set_ragged<<<1, 32>>>(p); });
  for (int i = 0; i < 1024; ++i) ASSERT_EQ(out[i], i % 32 < i / 32 ? i / 32 : 0xcc) << i;
}

}  // namespace
