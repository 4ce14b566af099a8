// Kernels that stop themselves. Each breaks its process's device, so each has a process of its own.
#include <gtest/gtest.h>

#undef NDEBUG
#include <cassert>

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../device_test.cuh"

namespace {

__global__ void check_positive(const int* values) { assert(values[threadIdx.x] > 0); }

__global__ void stop_at(int thread) {
  if (static_cast<int>(threadIdx.x) == thread) __trap();
}

/// Ends the process with the error that the kernel left behind, as far as an exit code can say.
[[noreturn]] void exit_with_error() {
  const cudaError_t error = cudaDeviceSynchronize();
  const cudaError_t again = cudaDeviceSynchronize();
  std::fprintf(stderr, "%s %s\n", cudaGetErrorName(error), cudaGetErrorName(again));
  std::exit(3);
}

[[noreturn]] void fail_an_assert() {
  std::vector<int> host(32, 1);
  host[5] = 0;
  const DeviceBuffer<int> values(host);
  check_positive<<<1, 32>>>(values.data());
  exit_with_error();
}

[[noreturn]] void run_into_a_trap() {
  stop_at<<<1, 32>>>(40);
  if (cudaDeviceSynchronize() != cudaSuccess) std::exit(1);
  stop_at<<<1, 64>>>(40);
  exit_with_error();
}

class Failures : public testing::Test {
 protected:
  Failures() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

TEST_F(Failures, AssertInAKernel) {
  EXPECT_EXIT(fail_an_assert(), testing::ExitedWithCode(3),
              "failures_test.cu:[0-9]+: .*check_positive\\(const int ?\\*\\): block: "
              "\\[0,0,0\\], thread: \\[5,0,0\\] Assertion `values\\[threadIdx.x\\] > 0` "
              "failed\\.(.|\n)*cudaErrorAssert cudaErrorAssert");
}

TEST_F(Failures, TrapInAKernel) {
  EXPECT_EXIT(run_into_a_trap(), testing::ExitedWithCode(3),
              "cudaErrorLaunchFailure cudaErrorLaunchFailure");
}

__host__ __device__ int checked(int value) {
  assert(value > 0);
  return value;
}
__global__ void call_checked(int* out) { *out = checked(7); }

TEST_F(Failures, AssertOnTheHostIsTheHosts) {
  EXPECT_EQ(run_kernel<int>(1, [](int* d) { call_checked<<<1, 1>>>(d); })[0], 7);
  EXPECT_EXIT(checked(-1), testing::KilledBySignal(SIGABRT), "Assertion `value > 0' failed");
}

// A clock that never goes back, and waits that let the others go on.
__global__ void take_turns(int* order, volatile int* turn, long long* elapsed) {
  const long long start = clock64();
  const clock_t short_start = clock();
  const int warp = static_cast<int>(threadIdx.x) / 32;
  if (threadIdx.x % 32 == 0) {
    while (*turn != 3 - warp) __nanosleep(20);
    order[3 - warp] = warp;
    __threadfence();
    *turn = 4 - warp;
  }
  elapsed[threadIdx.x] = clock64() - start;
  if (clock() - short_start < 0) elapsed[threadIdx.x] = -1;
}

TEST_F(Failures, NanosleepLetsOthersRunAndClocksGoForward) {
  const DeviceBuffer<int> turn(std::vector<int>{0});
  const DeviceBuffer<long long> elapsed(128);
  const auto order =
      run_kernel<int>(4, [&](int* d) { take_turns<<<1, 128>>>(d, turn.data(), elapsed.data()); });
  EXPECT_EQ(order, (std::vector<int>{3, 2, 1, 0}));
  for (const long long time : elapsed.read()) EXPECT_GE(time, 0);
}

}  // namespace
