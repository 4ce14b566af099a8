/// @file
/// @ingroup tutorial
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tutorial/check.cuh"
#include "tutorial/timer.cuh"

TUTORIAL_INLINE EventTimer::~EventTimer() {
  cudaEventDestroy(start_);
  cudaEventDestroy(stop_);
}

TUTORIAL_INLINE int tutorial::timed_runs(double milliseconds) {
  constexpr int kMost = 20, kLeast = 3;
  const double fit = 500 / milliseconds;
  return fit >= kMost ? kMost : std::max(kLeast, (static_cast<int>(fit) - 1) | 1);
}

TUTORIAL_INLINE double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}
