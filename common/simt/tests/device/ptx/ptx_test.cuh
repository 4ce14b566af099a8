// What the tests of inline PTX have in common.
#pragma once

#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "../device_test.cuh"

namespace {

using u32 = std::uint32_t;
using s32 = std::int32_t;
using u64 = unsigned long long;
using s64 = long long;

/// The results of one thread: how often they were not what they should be, and the first such line.
struct Verdict {
  int wrong, line;
};

template <class T>
__device__ void expect(Verdict& verdict, T got, T wanted, int line) {
  if (got == wanted) return;
  if (verdict.wrong++ == 0) verdict.line = line;
}
#define EXPECT_PTX(got, wanted) \
  expect(verdict, got, static_cast<std::decay_t<decltype(got)>>(wanted), __LINE__)

template <class Check>
void run(Check check) {
  const std::vector<Verdict> verdicts = run_kernel<Verdict>(64, check);
  for (const Verdict& verdict : verdicts) {
    ASSERT_EQ(verdict.wrong, 0) << "the first in line " << verdict.line;
  }
}

}  // namespace
