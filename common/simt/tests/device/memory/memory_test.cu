// Device memory and symbols: what the copies do and which mistakes they refuse.
// supports: memory: `cudaMalloc`, copies and sets; symbols
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <vector>

#include "../device_test.cuh"

namespace {

__device__ int counter = 7;
__device__ float table[4] = {1.0f, 2.0f, 3.0f, 4.0f};
__constant__ int coefficients[3];
__constant__ const double kScale = 2.5;

__global__ void read_symbols(double* out) {
  out[0] = counter;
  out[1] = table[0] + table[3];
  out[2] = coefficients[0] + 10 * coefficients[1] + 100 * coefficients[2];
  out[3] = kScale;
  counter = 8;
}

TEST(Memory, SymbolsAreInitialisedAndCopied) {
  const int c[3] = {1, 2, 3};
  ASSERT_EQ(cudaMemcpyToSymbol(coefficients, c, sizeof c), cudaSuccess);
  const float nine = 9.0f;
  ASSERT_EQ(cudaMemcpyToSymbol(table, &nine, sizeof nine, 3 * sizeof(float)), cudaSuccess);
  EXPECT_EQ(cudaMemcpyToSymbol(table[3], &nine, sizeof nine), cudaErrorInvalidSymbol);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidSymbol);
  const auto out = run_kernel<double>(4, [](double* d) { read_symbols<<<1, 1>>>(d); });
  EXPECT_EQ(out, (std::vector<double>{7, 10, 321, 2.5}));
  int value = 0;
  ASSERT_EQ(cudaMemcpyFromSymbol(&value, counter, sizeof value), cudaSuccess);
  EXPECT_EQ(value, 8);
  void* address = nullptr;
  std::size_t bytes = 0;
  ASSERT_EQ(cudaGetSymbolAddress(&address, table), cudaSuccess);
  ASSERT_EQ(cudaGetSymbolSize(&bytes, table), cudaSuccess);
  EXPECT_EQ(bytes, 16u);
  float copy[4];
  ASSERT_EQ(cudaMemcpy(copy, address, sizeof copy, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(copy[3], 9.0f);
}

// What the host calls `unasked` is not where it is on a GPU.
__device__ int unasked[4];
__constant__ float unasked_constant[4];

TEST(Memory, TheNameOfAVariableIsNotItsAddress) {
  int* host = unasked;  // as a call would take it
  int four[4] = {};
  EXPECT_EQ(cudaMemcpy(host, four, sizeof four, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(four, host, sizeof four, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
#ifdef __SIMTCC__  // a GPU takes it for host memory here, and nobody learns that the variable was meant
  EXPECT_EQ(cudaMemcpy(host, four, sizeof four, cudaMemcpyDefault), cudaErrorInvalidValue);
#endif
  EXPECT_EQ(cudaMemcpyAsync(host + 2, four, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy2D(host, 8, four, 8, 8, 2, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(host, 0, sizeof four), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(unasked_constant, four, sizeof four, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyToSymbol(unasked, four, sizeof four), cudaSuccess);
  EXPECT_EQ(cudaMemset(host, 0, sizeof four), cudaErrorInvalidValue);
  cudaGetLastError();

  void* address = nullptr;
  ASSERT_EQ(cudaGetSymbolAddress(&address, unasked), cudaSuccess);
  EXPECT_EQ(cudaMemset(address, 0, sizeof four), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(static_cast<int*>(address) + 2, four, 8, cudaMemcpyHostToDevice),
            cudaSuccess);
}

TEST(Memory, CopiesRefuseWhatCannotBeRight) {
  const DeviceBuffer<int> buffer(256);
  std::vector<int> host(1 << 22);
  EXPECT_EQ(cudaMemcpy(buffer.data(), nullptr, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host.data(), host.data() + 8, 4, cudaMemcpyDeviceToHost),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST(Memory, AllocationEdges) {
  int* pointer = reinterpret_cast<int*>(1);
  EXPECT_EQ(cudaMalloc(&pointer, 0), cudaSuccess);
  EXPECT_EQ(pointer, nullptr);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&pointer, std::size_t{1} << 50), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST(Memory, MemsetAndDeviceToDeviceCopies) {
  const DeviceBuffer<unsigned> a(100), b(100);
  ASSERT_EQ(cudaMemset(a.data(), 0x5a, 400), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(b.data(), a.data(), 400, cudaMemcpyDeviceToDevice), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(b.data() + 1, a.data(), 4, cudaMemcpyDefault), cudaSuccess);
  for (const unsigned v : b.read()) EXPECT_EQ(v, 0x5a5a5a5au);
}

__global__ void nothing() {}

TEST(Memory, EventsAreOrdered) {
  cudaEvent_t before, after;
  ASSERT_EQ(cudaEventCreate(&before), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&after), cudaSuccess);
  float milliseconds = -1;
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, before, after), cudaErrorInvalidResourceHandle);
  cudaGetLastError();
  ASSERT_EQ(cudaEventRecord(before), cudaSuccess);
  nothing<<<1, 32>>>();
  ASSERT_EQ(cudaEventRecord(after), cudaSuccess);
  ASSERT_EQ(cudaEventSynchronize(after), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(after), cudaSuccess);
  ASSERT_EQ(cudaEventElapsedTime(&milliseconds, before, after), cudaSuccess);
  EXPECT_GE(milliseconds, 0);
  EXPECT_EQ(cudaEventDestroy(before), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(after), cudaSuccess);
}

}  // namespace
