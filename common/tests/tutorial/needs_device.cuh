/// @file
/// For tests that run a kernel: on a GPU build without a GPU they are skipped.
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

class NeedsDevice : public testing::Test {
 protected:
  void SetUp() override {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) GTEST_SKIP() << "no device";
  }
};
