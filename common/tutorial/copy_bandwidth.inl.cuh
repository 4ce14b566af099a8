/// @file
/// @ingroup tutorial
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tutorial/check.cuh"
#include "tutorial/compat.cuh"
#include "tutorial/copy_bandwidth.cuh"
#include "tutorial/timer.cuh"

TUTORIAL_INLINE double copy_bandwidth() {
  const auto smallest = 2 * static_cast<std::size_t>(device_attribute(cudaDevAttrL2CacheSize));
  std::size_t free_bytes = 0, total_bytes = 0;
  CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
  const std::size_t bytes = std::min<std::size_t>(free_bytes / 4, std::size_t{1} << 30);
  if (bytes < smallest) return 0;

  void *from = nullptr, *to = nullptr;
  CHECK(cudaMalloc(&from, bytes));
  CHECK(cudaMalloc(&to, bytes));
  CHECK(cudaMemset(from, 1, bytes));
  std::vector<double> milliseconds;
  EventTimer timer;
  for (int run = -2; run < 20; ++run) {  // two runs to warm up
    timer.start();
    CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice));
    const double time = timer.stop();
    if (run >= 0) milliseconds.push_back(time);
  }
  CHECK(cudaFree(from));
  CHECK(cudaFree(to));
  return 2.0 * static_cast<double>(bytes) / (median(milliseconds) * 1e6);
}
