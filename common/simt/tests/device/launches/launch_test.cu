// Launches: what is refused and with which error, arguments, template kernels, function attributes
// and occupancy.
// supports: language: `__global__` functions, templates and lambdas, extended ones too; vector types,
//     `printf`, `assert`, `__trap`, `clock64`
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <vector>

#include "../device_test.cuh"

namespace {

__global__ void nothing(int* data) {
  if (data != nullptr) *data = 1;
}
__global__ void use_dynamic(int* data) {
  extern __shared__ int values[];
  values[threadIdx.x] = 1;
  if (data != nullptr) *data = values[threadIdx.x];
}

/// CUDA 13 answers cudaErrorInvalidValue to a configuration that no device can run; CUDA 12 had
/// cudaErrorInvalidConfiguration for most of them.
bool is_refusal(cudaError_t error) {
  return error == cudaErrorInvalidValue || error == cudaErrorInvalidConfiguration;
}

void expect_refused(dim3 grid, dim3 block, std::size_t shared_bytes) {
  use_dynamic<<<grid, block, shared_bytes>>>(nullptr);
  EXPECT_TRUE(is_refusal(cudaPeekAtLastError()));
  EXPECT_TRUE(is_refusal(cudaGetLastError()));
  EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "the error was not taken";
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess) << "the error is not sticky";
}

TEST(Launch, ImpossibleConfigurationsAreRefused) {
  expect_refused(1, 1025, 0);
  expect_refused(1, dim3(32, 33), 0);
  expect_refused(1, dim3(1, 1, 65), 0);
  expect_refused(1, 0, 0);
  expect_refused(0, 1, 0);
  expect_refused(dim3(1, 65536), 1, 0);
  expect_refused(dim3(1u << 31), 1, 0);
  expect_refused(1, 32, 48 * 1024 + 1);
  expect_refused(1, 32, 300 * 1024);
}

TEST(Launch, DynamicSharedMemoryGrowsByOptIn) {
  const int most = 227 * 1024;
  int limit = 0;
  ASSERT_EQ(cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0),
            cudaSuccess);
  if (limit != most) GTEST_SKIP() << "a device with other limits";
  EXPECT_EQ(
      cudaFuncSetAttribute(use_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, most + 1024),
      cudaErrorInvalidValue);
  cudaGetLastError();
  int blocks = -1;
  ASSERT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, use_dynamic, 256, 100 * 1024),
            cudaSuccess);
  EXPECT_EQ(blocks, 0) << "not before the opt-in";
  ASSERT_EQ(cudaFuncSetAttribute(use_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, most),
            cudaSuccess);
  ASSERT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, use_dynamic, 256, 100 * 1024),
            cudaSuccess);
  EXPECT_EQ(blocks, 2);
  use_dynamic<<<1, 32, most>>>(nullptr);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  use_dynamic<<<1, 32, most + 4>>>(nullptr);
  EXPECT_TRUE(is_refusal(cudaGetLastError()));
  // The other kernel still has its own limit.
  nothing<<<1, 32, 64 * 1024>>>(nullptr);
  EXPECT_TRUE(is_refusal(cudaGetLastError()));
}

TEST(Launch, OccupancyOfComputeCapability90) {
  int major = 0;
  ASSERT_EQ(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0), cudaSuccess);
  if (major != 9) GTEST_SKIP() << "a device with other limits";
  const struct {
    int block;
    std::size_t shared;
    int expected;
  } cases[] = {{32, 0, 32},     {33, 0, 32},    {96, 0, 21},   {100, 0, 16}, {256, 0, 8},
               {512, 0, 4},     {768, 0, 2},    {1024, 0, 2},  {1025, 0, 0}, {64, 6272, 32},
               {64, 12000, 17}, {64, 32768, 6}, {64, 49152, 4}};
  for (const auto& c : cases) {
    int blocks = -1;
    ASSERT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, c.block, c.shared),
              cudaSuccess);
    EXPECT_EQ(blocks, c.expected) << c.block << " threads, " << c.shared << " bytes";
  }
  int grid = 0, block = 0;
  ASSERT_EQ(cudaOccupancyMaxPotentialBlockSize(&grid, &block, nothing, 0, 0), cudaSuccess);
  EXPECT_EQ(block, 1024);
  EXPECT_GT(grid, 0);
}

struct Pair {
  int a;
  double b;
};

template <class T, int kFactor = 3>
__global__ void combine(T* out, T value, Pair pair, const T* optional = nullptr) {
  out[threadIdx.x] = static_cast<T>(value * kFactor + pair.a + pair.b) +
                     (optional == nullptr ? static_cast<T>(0) : optional[0]);
}

template <class T>
__global__ void store_deduced(int* out, T value) {
  out[0] = static_cast<int>(sizeof(T)) * 100 + static_cast<int>(value);
}

int evaluations = 0;
int once() { return ++evaluations; }

TEST(Launch, ArgumentsAreConvertedAndEvaluatedOnce) {
  const auto plain = run_kernel<float>(32, [](float* d) {
    combine<float><<<1, 32>>>(d, 2, Pair{1, 0.5}, NULL);
  });
  EXPECT_EQ(plain[31], 7.5f);
  const auto other = run_kernel<double>(32, [](double* d) {
    combine<double, 10><<<1, 32>>>(d, once(), Pair{1, 0.5}, 0);
  });
  EXPECT_EQ(other[0], 11.5);
  const auto defaulted = run_kernel<float>(32, [](float* d) {
    combine<<<1, 32>>>(d, 4.0f, Pair{0, 0.0});
  });
  EXPECT_EQ(defaulted[5], 12.0f);
  EXPECT_EQ(evaluations, 1);
  EXPECT_EQ(run_kernel<int>(1, [](int* d) { store_deduced<<<1, 1>>>(d, 0); })[0], 400);
  EXPECT_EQ(run_kernel<int>(1, [](int* d) { store_deduced<<<1, 1>>>(d, 7.0); })[0], 807);
}

TEST(Launch, ThroughFunctionPointersAndReferences) {
  void (*pointer)(int*) = nothing;
  void (*table[2])(int*) = {nullptr, nothing};
  EXPECT_EQ(run_kernel<int>(1, [=](int* d) { pointer<<<1, 1>>>(d); })[0], 1);
  EXPECT_EQ(run_kernel<int>(1, [=](int* d) { (*pointer)<<<1, 1>>>(d); })[0], 1);
  EXPECT_EQ(run_kernel<int>(1, [=](int* d) { table[1]<<<1, 1>>>(d); })[0], 1);
}

__global__ void print_place() { printf("block %d thread %d\n", blockIdx.x, threadIdx.x); }

TEST(Launch, DevicePrintfComesOutAtASynchronisation) {
  testing::internal::CaptureStdout();
  print_place<<<2, 2>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  std::fflush(stdout);
  const std::string text = testing::internal::GetCapturedStdout();
  for (const char* line :
       {"block 0 thread 0\n", "block 0 thread 1\n", "block 1 thread 0\n", "block 1 thread 1\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line;
  }
}

__global__ void count_arguments(int* counts) {
  counts[0] = printf("%d and %5.1f\n", 1, 2.0);
  counts[1] = printf("no argument, 100%%\n");
  counts[2] = printf("%*d %s %llu\n", 4, 3, "text", 1ull);
  counts[3] = printf("");
}

TEST(Launch, DevicePrintfReturnsTheNumberOfItsArguments) {
  testing::internal::CaptureStdout();
  const std::vector<int> counts = run_kernel<int>(4, [](int* d) { count_arguments<<<1, 1>>>(d); });
  std::fflush(stdout);
  testing::internal::GetCapturedStdout();
  EXPECT_EQ(counts, (std::vector<int>{2, 0, 4, 0}));
}

__global__ void print_line(const char* text) { printf("%s|", text); }

TEST(Launch, DevicePrintfTakesLinesOfAnyLength) {
  for (const std::size_t length : {1u, 1022u, 1023u, 1024u, 3000u}) {
    std::string line(length, '.');
    for (std::size_t i = 0; i < length; ++i) line[i] = static_cast<char>('a' + i % 26);
    const DeviceBuffer<char> text(std::vector<char>(line.c_str(), line.c_str() + length + 1));
    testing::internal::CaptureStdout();
    print_line<<<1, 1>>>(text.data());
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    std::fflush(stdout);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), line + "|");
  }
}

}  // namespace
