// Memory that is allocated and freed in the order of a stream, and the pools it comes from.
// supports: memory: `cudaMallocAsync`, pools
// refuses: memory: pools of host memory or for other processes: `cudaErrorNotSupported`
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <cstdint>
#include <vector>

#include "../device_test.cuh"

namespace {

constexpr std::size_t kMegabyte = 1 << 20;

__global__ void fill(int* data, int count, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] = value;
}
__global__ void add(const int* in, int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] += in[i];
}

std::uint64_t attribute(cudaMemPool_t pool, cudaMemPoolAttr which) {
  std::uint64_t value = ~0ull;
  EXPECT_EQ(cudaMemPoolGetAttribute(pool, which, &value), cudaSuccess);
  return value;
}

class MemoryPools : public testing::Test {
 protected:
  void SetUp() override {
    int supported = 0;
    ASSERT_EQ(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0), cudaSuccess);
    if (!supported) GTEST_SKIP() << "needs memory pools";
    ASSERT_EQ(cudaStreamCreate(&stream_), cudaSuccess);
  }
  void TearDown() override {
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
    cudaGetLastError();
  }
  cudaMemPool_t make_pool(std::size_t max_bytes = 0) {
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, 0};
    properties.maxSize = max_bytes;
    cudaMemPool_t pool = nullptr;
    EXPECT_EQ(cudaMemPoolCreate(&pool, &properties), cudaSuccess);
    return pool;
  }
  cudaStream_t stream_ = nullptr;
};

TEST_F(MemoryPools, AllocationsInTheOrderOfAStream) {
  constexpr int kCount = 10000;
  const DeviceBuffer<int> sum(kCount);
  ASSERT_EQ(cudaMemset(sum.data(), 0, kCount * sizeof(int)), cudaSuccess);
  for (int round = 1; round <= 10; ++round) {
    int* temporary = nullptr;
    ASSERT_EQ(cudaMallocAsync(&temporary, kCount * sizeof(int), stream_), cudaSuccess);
    fill<<<40, 256, 0, stream_>>>(temporary, kCount, round);
    add<<<40, 256, 0, stream_>>>(temporary, sum.data(), kCount);
    ASSERT_EQ(cudaFreeAsync(temporary, stream_), cudaSuccess);
  }
  ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  for (const int v : sum.read()) ASSERT_EQ(v, 55);
}

TEST_F(MemoryPools, OtherStreamsWaitForAnEvent) {
  cudaStream_t other;
  cudaEvent_t made, used;
  ASSERT_EQ(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking), cudaSuccess);
  ASSERT_EQ(cudaEventCreateWithFlags(&made, cudaEventDisableTiming), cudaSuccess);
  ASSERT_EQ(cudaEventCreateWithFlags(&used, cudaEventDisableTiming), cudaSuccess);
  const DeviceBuffer<int> sum(1000);
  ASSERT_EQ(cudaMemset(sum.data(), 0, 4000), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  int* temporary = nullptr;
  ASSERT_EQ(cudaMallocAsync(&temporary, 4000, stream_), cudaSuccess);
  fill<<<4, 256, 0, stream_>>>(temporary, 1000, 7);
  ASSERT_EQ(cudaEventRecord(made, stream_), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(other, made, 0), cudaSuccess);
  add<<<4, 256, 0, other>>>(temporary, sum.data(), 1000);
  ASSERT_EQ(cudaEventRecord(used, other), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(stream_, used, 0), cudaSuccess);
  ASSERT_EQ(cudaFreeAsync(temporary, stream_), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (const int v : sum.read()) ASSERT_EQ(v, 7);
  cudaEventDestroy(made);
  cudaEventDestroy(used);
  cudaStreamDestroy(other);
}

TEST_F(MemoryPools, BooksOfAPool) {
  const cudaMemPool_t pool = make_pool();
  EXPECT_EQ(attribute(pool, cudaMemPoolAttrReleaseThreshold), 0u);
  EXPECT_EQ(attribute(pool, cudaMemPoolAttrUsedMemCurrent), 0u);
  EXPECT_EQ(attribute(pool, cudaMemPoolAttrReservedMemCurrent), 0u);
  void *a = nullptr, *b = nullptr;
  ASSERT_EQ(cudaMallocFromPoolAsync(&a, 4 * kMegabyte, pool, stream_), cudaSuccess);
  ASSERT_EQ(cudaMallocAsync(&b, 2 * kMegabyte, pool, stream_), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  EXPECT_EQ(attribute(pool, cudaMemPoolAttrUsedMemCurrent), 6 * kMegabyte);
  EXPECT_GE(attribute(pool, cudaMemPoolAttrReservedMemCurrent), 6 * kMegabyte);
  ASSERT_EQ(cudaFreeAsync(a, stream_), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  EXPECT_EQ(attribute(pool, cudaMemPoolAttrUsedMemCurrent), 2 * kMegabyte);
  EXPECT_EQ(attribute(pool, cudaMemPoolAttrUsedMemHigh), 6 * kMegabyte);
  std::uint64_t zero = 0, one = 1;
  EXPECT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &one), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero), cudaSuccess);
  EXPECT_EQ(attribute(pool, cudaMemPoolAttrUsedMemHigh), 2 * kMegabyte);
  EXPECT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &zero),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(b), cudaSuccess);
  EXPECT_EQ(cudaMemPoolDestroy(pool), cudaSuccess);
}

TEST_F(MemoryPools, ThresholdKeepsMemory) {
  const cudaMemPool_t pool = make_pool();
  std::uint64_t threshold = ~0ull;
  ASSERT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold),
            cudaSuccess);
  EXPECT_EQ(attribute(pool, cudaMemPoolAttrReleaseThreshold), ~0ull);
  void* data = nullptr;
  ASSERT_EQ(cudaMallocFromPoolAsync(&data, 64 * kMegabyte, pool, stream_), cudaSuccess);
  ASSERT_EQ(cudaFreeAsync(data, stream_), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  EXPECT_GE(attribute(pool, cudaMemPoolAttrReservedMemCurrent), 64 * kMegabyte);
  EXPECT_EQ(attribute(pool, cudaMemPoolAttrUsedMemCurrent), 0u);
  ASSERT_EQ(cudaMemPoolTrimTo(pool, 0), cudaSuccess);
  EXPECT_EQ(attribute(pool, cudaMemPoolAttrReservedMemCurrent), 0u);
  EXPECT_GE(attribute(pool, cudaMemPoolAttrReservedMemHigh), 64 * kMegabyte);

  threshold = 0;  // from now on, what is free goes back at the next synchronization
  ASSERT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold),
            cudaSuccess);
  ASSERT_EQ(cudaMallocFromPoolAsync(&data, 64 * kMegabyte, pool, stream_), cudaSuccess);
  ASSERT_EQ(cudaFreeAsync(data, stream_), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  EXPECT_EQ(attribute(pool, cudaMemPoolAttrReservedMemCurrent), 0u);
  EXPECT_EQ(cudaMemPoolDestroy(pool), cudaSuccess);
}

TEST_F(MemoryPools, ReuseOptions) {
  const cudaMemPool_t pool = make_pool();
  for (const cudaMemPoolAttr which :
       {cudaMemPoolReuseFollowEventDependencies, cudaMemPoolReuseAllowOpportunistic,
        cudaMemPoolReuseAllowInternalDependencies}) {
    int value = -1;
    ASSERT_EQ(cudaMemPoolGetAttribute(pool, which, &value), cudaSuccess);
    EXPECT_EQ(value, 1);
    value = 0;
    ASSERT_EQ(cudaMemPoolSetAttribute(pool, which, &value), cudaSuccess);
    value = -1;
    ASSERT_EQ(cudaMemPoolGetAttribute(pool, which, &value), cudaSuccess);
    EXPECT_EQ(value, 0);
  }
  cudaMemLocation location = {cudaMemLocationTypeDevice, 0};
  cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
  ASSERT_EQ(cudaMemPoolGetAccess(&flags, pool, &location), cudaSuccess);
  EXPECT_EQ(flags, cudaMemAccessFlagsProtReadWrite);
  EXPECT_EQ(cudaMemPoolDestroy(pool), cudaSuccess);
}

TEST_F(MemoryPools, ThePoolOfTheDevice) {
  cudaMemPool_t standard = nullptr, current = nullptr;
  ASSERT_EQ(cudaDeviceGetDefaultMemPool(&standard, 0), cudaSuccess);
  ASSERT_EQ(cudaDeviceGetMemPool(&current, 0), cudaSuccess);
  EXPECT_EQ(current, standard);
  const cudaMemPool_t pool = make_pool();
  ASSERT_EQ(cudaDeviceSetMemPool(0, pool), cudaSuccess);
  ASSERT_EQ(cudaDeviceGetMemPool(&current, 0), cudaSuccess);
  EXPECT_EQ(current, pool);
  void* data = nullptr;
  ASSERT_EQ(cudaMallocAsync(&data, kMegabyte, stream_), cudaSuccess);
  EXPECT_EQ(attribute(pool, cudaMemPoolAttrUsedMemCurrent), kMegabyte);
  ASSERT_EQ(cudaFreeAsync(data, stream_), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  EXPECT_EQ(cudaMemPoolDestroy(pool), cudaSuccess);
  ASSERT_EQ(cudaDeviceGetMemPool(&current, 0), cudaSuccess);
  EXPECT_EQ(current, standard);
  EXPECT_EQ(cudaDeviceGetDefaultMemPool(&standard, 1000), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaMemPoolDestroy(standard), cudaErrorInvalidValue);
}

#if CUDART_VERSION >= 13000
TEST_F(MemoryPools, ThePoolOfAPlace) {
  cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
  cudaMemPool_t standard = nullptr, other = nullptr;
  ASSERT_EQ(cudaDeviceGetDefaultMemPool(&standard, 0), cudaSuccess);
  ASSERT_EQ(cudaMemGetDefaultMemPool(&other, &device, cudaMemAllocationTypePinned), cudaSuccess);
  EXPECT_EQ(other, standard);
  const cudaMemPool_t pool = make_pool();
  ASSERT_EQ(cudaDeviceSetMemPool(0, pool), cudaSuccess);
  ASSERT_EQ(cudaMemGetMemPool(&other, &device, cudaMemAllocationTypePinned), cudaSuccess);
  EXPECT_EQ(other, pool);
  EXPECT_EQ(cudaMemPoolDestroy(pool), cudaSuccess);
  EXPECT_EQ(cudaMemGetMemPool(&other, &device, cudaMemAllocationTypeInvalid),
            cudaErrorInvalidValue);
}
#endif

TEST_F(MemoryPools, Refuse) {
  void* data = nullptr;
  EXPECT_EQ(cudaMallocAsync(&data, std::size_t{1} << 50, stream_), cudaErrorMemoryAllocation);
  int* pinned = nullptr;
  ASSERT_EQ(cudaMallocHost(&pinned, 64), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(pinned, stream_), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
  ASSERT_EQ(cudaMallocAsync(&data, 64, stream_), cudaSuccess);
  cudaPointerAttributes attributes{};
  ASSERT_EQ(cudaPointerGetAttributes(&attributes, data), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeDevice);
  EXPECT_EQ(cudaFreeAsync(data, stream_), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(data, stream_), cudaErrorInvalidValue);
  cudaMemPoolProps properties{};
  cudaMemPool_t pool = nullptr;
  EXPECT_EQ(cudaMemPoolCreate(&pool, &properties), cudaErrorInvalidValue);
}

TEST_F(MemoryPools, ALargestSize) {
  const cudaMemPool_t pool = make_pool(64 * kMegabyte);
  void* data = nullptr;
  EXPECT_EQ(cudaMallocFromPoolAsync(&data, 1024 * kMegabyte, pool, stream_),
            cudaErrorMemoryAllocation);
  ASSERT_EQ(cudaMallocFromPoolAsync(&data, 16 * kMegabyte, pool, stream_), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(data, stream_), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  EXPECT_EQ(cudaMemPoolDestroy(pool), cudaSuccess);
}

}  // namespace
