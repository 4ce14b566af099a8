// What is known of a kernel before it runs: static shared memory, launch bounds, clusters; and what
// follows from that for launches and occupancy.
// supports: language: `__launch_bounds__`, `__cluster_dims__`, `__maxnreg__`
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <vector>

#include "../device_test.cuh"

namespace {

template <class Kernel>
cudaFuncAttributes attributes_of(Kernel kernel) {
  cudaFuncAttributes attributes{};
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, kernel), cudaSuccess);
  return attributes;
}

// ---- static shared memory. Every variable is read after another thread has written it: nvcc drops
// those that nobody needs.

template <class T>
__device__ T neighbours(T* shared, int count, T value) {
  shared[threadIdx.x % count] = value;
  __syncthreads();
  value = shared[(threadIdx.x + 1) % count];
  __syncthreads();
  return value;
}

__global__ void without(float* p) { *p = 1; }
__global__ void one_array(float* p) {
  __shared__ float tile[8][33];
  *p = neighbours(&tile[0][0], 8 * 33, *p);
}
__global__ void in_order(float* p) {
  __shared__ char small[3];
  __shared__ double wide[2];
  __shared__ short last[1];
  const float a = neighbours(small, 3, static_cast<char>(*p));
  const float b = neighbours(wide, 2, static_cast<double>(*p));
  *p = a + b + neighbours(last, 1, static_cast<short>(*p));
}
__global__ void in_branches(float* p, int which) {
  if (which > 0) {
    __shared__ float first[10];
    *p = neighbours(first, 10, *p);
  } else {
    __shared__ float second[20];
    *p = neighbours(second, 20, *p);
  }
}
template <class T, int N>
__global__ void sized(T* p) {
  __shared__ T values[N];
  *p = neighbours(values, N, *p);
}

__device__ __forceinline__ float inlined(float value) {
  __shared__ float values[16];
  return neighbours(values, 16, value);
}
__device__ float maybe_inlined(float value) {
  __shared__ float values[100];
  return neighbours(values, 100, value);
}
__device__ __noinline__ float called(float value) {
  __shared__ float values[200];
  return neighbours(values, 200, value);
}
template <class T>
__device__ T any_type(T value) {
  __shared__ T values[32];
  return neighbours(values, 32, value);
}
__device__ __noinline__ float calls_another(float value) { return called(value) + 1; }

__global__ void through_inlined(float* p) { *p = inlined(*p) + inlined(2); }
__global__ void through_function(float* p) { *p = maybe_inlined(*p) + maybe_inlined(2); }
__global__ void through_call(float* p) { *p = called(*p) + called(2); }
__global__ void through_two_calls(float* p) { *p = calls_another(*p) + inlined(2); }
__global__ void through_templates(float* p) {
  *p = static_cast<float>(any_type(*p) + any_type(static_cast<double>(*p)));
}

TEST(Attributes, StaticSharedMemory) {
  EXPECT_EQ(attributes_of(without).sharedSizeBytes, 0u);
  EXPECT_EQ(attributes_of(one_array).sharedSizeBytes, 8u * 33 * 4);
  EXPECT_EQ(attributes_of(in_order).sharedSizeBytes, 26u);
  EXPECT_EQ(attributes_of(in_branches).sharedSizeBytes, 120u);
  EXPECT_EQ(attributes_of(sized<float, 7>).sharedSizeBytes, 28u);
  EXPECT_EQ(attributes_of(sized<double, 64>).sharedSizeBytes, 512u);
}

TEST(Attributes, SharedMemoryOfFunctions) {
  EXPECT_EQ(attributes_of(through_inlined).sharedSizeBytes, 64u);
  EXPECT_EQ(attributes_of(through_function).sharedSizeBytes, 400u);
  EXPECT_EQ(attributes_of(through_call).sharedSizeBytes, 800u);
  EXPECT_EQ(attributes_of(through_two_calls).sharedSizeBytes, 864u);
  EXPECT_EQ(attributes_of(through_templates).sharedSizeBytes, 32u * 12);
}

TEST(Attributes, StaticAndDynamicShareTheLimit) {
  EXPECT_EQ(attributes_of(without).maxDynamicSharedSizeBytes, 48 * 1024);
  EXPECT_EQ(attributes_of(sized<double, 64>).maxDynamicSharedSizeBytes, 48 * 1024 - 512);
  const DeviceBuffer<double> data(1);
  sized<double, 64><<<1, 64, 48 * 1024 - 512>>>(data.data());
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  sized<double, 64><<<1, 64, 48 * 1024 - 504>>>(data.data());
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);

  int most = 0;
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  constexpr auto kSize = cudaFuncAttributeMaxDynamicSharedMemorySize;
  EXPECT_EQ(cudaFuncSetAttribute(sized<double, 64>, kSize, most), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(sized<double, 64>, kSize, most - 512), cudaSuccess);
  EXPECT_EQ(attributes_of(sized<double, 64>).maxDynamicSharedSizeBytes, most - 512);
  sized<double, 64><<<1, 64, most - 512>>>(data.data());
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

// ---- launch bounds

constexpr int kBlock = 96;
#define BOUNDS_OF_MACRO __launch_bounds__(kBlock * 2, 2)

__global__ void __launch_bounds__(64) bounded(int* p) { *p = 1; }
__launch_bounds__(kBlock + 4, 1) __global__ void bounded_in_front(int* p) { *p = 1; }
__global__ void BOUNDS_OF_MACRO bounded_by_macro(int* p) { *p = 1; }
__global__ void __launch_bounds__(128) bounded_where_declared(int* p);
__global__ void bounded_where_declared(int* p) { *p = 1; }
__global__ void bounded_where_defined(int* p);
__global__ void __launch_bounds__(160) bounded_where_defined(int* p) { *p = 1; }
template <class T, int N>
__global__ void __launch_bounds__(N * sizeof(T)) bounded_template(T* p) {
  *p = 1;
}
template <int N>
struct Size {
  static constexpr int threads = 32 * N;
};
template <int N>
__launch_bounds__(Size<N>::threads) __global__ void bounded_by_trait(int* p) {
  *p = 1;
}
template <class T>
__global__ void __launch_bounds__(64) specialised(T* p) {
  *p = 1;
}
template <>
__global__ void specialised<float>(float* p) {
  *p = 2;
}
template <>
__global__ void __launch_bounds__(32) specialised<char>(char* p) {
  *p = 2;
}
namespace inner {
__global__ void __launch_bounds__(224) bounded(int* p) { *p = 1; }
}  // namespace inner
extern "C" __global__ void __launch_bounds__(192) attributes_test_bounded(int* p) { *p = 1; }
__global__ void __launch_bounds__(64) overloaded(int* p) { *p = 1; }
__global__ void overloaded(float* p) { *p = 1; }
// No instruction of it comes before the loop.
__global__ void __launch_bounds__(64) loops(const int* p) {
  while (*static_cast<const volatile int*>(p) == 0) continue;
}

TEST(Attributes, LaunchBounds) {
  EXPECT_EQ(attributes_of(without).maxThreadsPerBlock, 1024);
  EXPECT_EQ(attributes_of(bounded).maxThreadsPerBlock, 64);
  EXPECT_EQ(attributes_of(bounded_in_front).maxThreadsPerBlock, 100);
  EXPECT_EQ(attributes_of(bounded_by_macro).maxThreadsPerBlock, 192);
  EXPECT_EQ(attributes_of(bounded_where_declared).maxThreadsPerBlock, 128);
  EXPECT_EQ(attributes_of(bounded_where_defined).maxThreadsPerBlock, 160);
  EXPECT_EQ(attributes_of(bounded_template<double, 4>).maxThreadsPerBlock, 32);
  EXPECT_EQ(attributes_of(bounded_template<int, 100>).maxThreadsPerBlock, 400);
  EXPECT_EQ(attributes_of(bounded_by_trait<3>).maxThreadsPerBlock, 96);
  EXPECT_EQ(attributes_of(specialised<int>).maxThreadsPerBlock, 64);
  EXPECT_EQ(attributes_of(specialised<float>).maxThreadsPerBlock, 64);
  EXPECT_EQ(attributes_of(specialised<char>).maxThreadsPerBlock, 32);
  EXPECT_EQ(attributes_of(inner::bounded).maxThreadsPerBlock, 224);
  EXPECT_EQ(attributes_of(attributes_test_bounded).maxThreadsPerBlock, 192);
  EXPECT_EQ(attributes_of(static_cast<void (*)(int*)>(overloaded)).maxThreadsPerBlock, 64);
  EXPECT_EQ(attributes_of(static_cast<void (*)(float*)>(overloaded)).maxThreadsPerBlock, 1024);
  EXPECT_EQ(attributes_of(loops).maxThreadsPerBlock, 64);
}

TEST(Attributes, BoundsAreKept) {
  const DeviceBuffer<int> data(std::vector<int>{1});
  bounded<<<1, 64>>>(data.data());
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  bounded<<<1, dim3(5, 13)>>>(data.data());
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess) << "the error is not sticky";
  bounded_by_trait<2><<<1, 65>>>(data.data());
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  bounded_by_trait<3><<<1, 65>>>(data.data());
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  void (*pointer)(int*) = bounded_where_declared;
  pointer<<<1, 129>>>(data.data());
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  pointer = bounded_where_defined;
  pointer<<<1, 129>>>(data.data());
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  loops<<<1, 64>>>(data.data());
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

// ---- occupancy

TEST(Attributes, OccupancyCountsStaticSharedMemory) {
  int major = 0;
  ASSERT_EQ(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0), cudaSuccess);
  if (major != 9) GTEST_SKIP() << "a device with other limits";
  const auto blocks_of = [](auto kernel, int threads, std::size_t dynamic) {
    int blocks = -1, same = -1;
    EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, dynamic),
              cudaSuccess);
    EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                  &same, kernel, threads, dynamic, cudaOccupancyDisableCachingOverride),
              cudaSuccess);
    EXPECT_EQ(blocks, same);
    return blocks;
  };
  EXPECT_EQ(blocks_of(sized<float, 4>, 64, 0), 32);
  EXPECT_EQ(blocks_of(sized<float, 4096>, 64, 0), 13);     // 17 KiB of 228
  EXPECT_EQ(blocks_of(sized<float, 4096>, 64, 16384), 6);  // 33 KiB
  EXPECT_EQ(blocks_of(sized<float, 4096>, 64, 32768), 4);
  EXPECT_EQ(blocks_of(sized<float, 4096>, 64, 32769), 0) << "with 16 KiB more than 48";
  EXPECT_EQ(blocks_of(sized<float, 12288>, 64, 0), 4);
  // The question does not look at the bounds, a launch would.
  EXPECT_EQ(blocks_of(bounded, 128, 0), 16);
  EXPECT_EQ(blocks_of(bounded, 1024, 0), 2);

  int blocks = -1;
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 0, 0),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
}

struct TooMuchAbove64 {
  __host__ __device__ std::size_t operator()(int threads) const {
    return threads > 64 ? 1 << 20 : 0;
  }
};

TEST(Attributes, SearchForABlockSizeKnowsTheBounds) {
  int grid = -1, block = -1;
  ASSERT_EQ(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded_by_macro), cudaSuccess);
  EXPECT_EQ(block, 128);  // 16 × 128 fill a multiprocessor, 10 × 192 do not
  ASSERT_EQ(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded_in_front, 0, 70),
            cudaSuccess);
  EXPECT_EQ(block, 64);
  ASSERT_EQ(
      cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, without, TooMuchAbove64{}),
      cudaSuccess);
  EXPECT_EQ(block, 64);
}

TEST(Attributes, SharedMemoryThatIsLeft) {
  std::size_t bytes = 0;
  ASSERT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, without, 1, 256), cudaSuccess);
  EXPECT_EQ(bytes, 48u * 1024);
  ASSERT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, sized<float, 4096>, 1, 256),
            cudaSuccess);
  EXPECT_EQ(bytes, 32u * 1024);
  EXPECT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, without, 3, 1024),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, without, 0, 1024),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
}

TEST(Attributes, Settings) {
  EXPECT_EQ(attributes_of(without).preferredShmemCarveout, cudaSharedmemCarveoutDefault);
  EXPECT_EQ(cudaFuncSetAttribute(without, cudaFuncAttributePreferredSharedMemoryCarveout, 50),
            cudaSuccess);
  EXPECT_EQ(attributes_of(without).preferredShmemCarveout, 50);
  EXPECT_EQ(attributes_of(without).nonPortableClusterSizeAllowed, 0);
  EXPECT_EQ(cudaFuncSetAttribute(without, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
            cudaSuccess);
  EXPECT_EQ(attributes_of(without).nonPortableClusterSizeAllowed, 1);
  EXPECT_EQ(attributes_of(in_order).nonPortableClusterSizeAllowed, 0);
}

}  // namespace
