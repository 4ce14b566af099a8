// The fast path of an access and the slow one have the same rules, written down twice (device_code/access.h). Random
// accesses by a few threads take both: their requests have to be the same, or the report of what is wrong with them.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <random>
#include <regex>
#include <set>
#include <string>

#include "access_paths.h"

namespace {

constexpr int kBytes = 64, kThreads = 64;

enum Where { kWritten, kUnwritten, kFreed, kShared, kVariable, kTable, kOwn, kHost };
struct Step {
  unsigned thread;
  Where where;
  int offset;
  unsigned bytes;
  bool stores, barrier;
};
struct Steps {
  Step all[8];
};
struct Memory {
  char *written, *unwritten, *freed, *host;
};

alignas(16) __device__ char variable[kBytes];
alignas(16) __constant__ char table[kBytes];

__global__ void take(bool is_fast, Steps steps, Memory memory) {
  alignas(16) __shared__ char shared[kBytes];
  alignas(16) char own[kBytes];
  char* const places[] = {
      memory.written, memory.unwritten, memory.freed, shared, variable, table, own, memory.host};
  if (threadIdx.x < kBytes * 3 / 4) shared[threadIdx.x] = 0;  // the rest is not initialised
  __syncthreads();
  for (const Step& step : steps.all) {
    if (step.barrier) __syncthreads();
    if (step.thread != threadIdx.x) continue;
    access_by(is_fast, step.stores, step.bytes, places[step.where] + step.offset);
  }
}

/// Each launch has memory of its own.
const std::regex kAddress("0x[0-9a-f]+");

/// What a launch reports and records.
struct Outcome {
  cudaError_t error;
  std::string report, requests;
};

Outcome outcome(bool is_fast, const Steps& steps) {
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  revive_device();
  alignas(16) static char of_host[kBytes];
  Memory memory;
  memory.host = of_host;
  for (char** place : {&memory.written, &memory.unwritten, &memory.freed}) {
    EXPECT_EQ(cudaMalloc(place, kBytes), cudaSuccess);
    EXPECT_EQ(cudaMemset(*place, 1, place == &memory.unwritten ? 0 : kBytes), cudaSuccess);
  }
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaFree(memory.freed), cudaSuccess);
  take_requests();
  testing::internal::CaptureStderr();
  take<<<1, kThreads>>>(is_fast, steps, memory);
  Outcome result;
  result.error = cudaDeviceSynchronize();
  result.report = std::regex_replace(testing::internal::GetCapturedStderr(), kAddress, "0x…");
  result.requests = take_requests();
  return result;
}

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  int below(int end) { return static_cast<int>(engine_() % static_cast<unsigned>(end)); }
  bool one_in(int n) { return below(n) == 0; }

 private:
  std::mt19937 engine_;
};

/// Most are right, so that what comes after them happens, too; then a wrong one matters.
Step random_step(Random& random) {
  static constexpr unsigned kActive[] = {0, 1, 33};
  Step step;
  step.thread = kActive[random.below(3)];
  step.where = Where(random.below(kHost + 1));
  if (step.where >= kVariable && random.one_in(2)) step.where = kShared;
  const bool is_wrong = step.where == kFreed || step.where == kHost || step.where == kUnwritten;
  if (is_wrong && !random.one_in(4)) step.where = kWritten;
  step.bytes = 1u << random.below(5);
  step.offset = random.below(kBytes / 16) * 16 + random.below(16 / step.bytes) * step.bytes;
  if (random.one_in(30)) step.offset = random.below(kBytes + 48) - 24;
  step.stores = step.where != kTable && random.one_in(2);
  step.barrier = !random.one_in(4);
  return step;
}

TEST(AccessPaths, AgreeOnRandomAccesses) {
  std::set<std::string> advice;
  int fine = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    Random random(seed);
    Steps steps;
    for (Step& step : steps.all) step = random_step(random);
    const Outcome slow = outcome(false, steps), fast = outcome(true, steps);
    ASSERT_EQ(fast.error, slow.error) << seed;
    ASSERT_EQ(fast.report, slow.report) << seed;
    ASSERT_EQ(fast.requests, slow.requests) << seed;
    fine += slow.error == cudaSuccess;
    if (slow.error != cudaSuccess)
      advice.insert(slow.report.substr(slow.report.find("advice"), 30));
  }
  // Not all are stopped, nor all for one reason.
  EXPECT_GT(fine, 60);
  EXPECT_GT(advice.size(), 5u);
}

}  // namespace
