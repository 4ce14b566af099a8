/// @file
/// What the device tests share: run one launch on an output buffer, get the buffer back.
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <vector>

/// For device_test_main.cpp, which knows nothing of CUDA.
bool device_is_there(const char** reason) {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  *reason = cudaGetErrorString(error);
  return error == cudaSuccess && count > 0;
}

/// A buffer of device memory, freed at the end of its scope.
template <class T>
class DeviceBuffer {
 public:
  explicit DeviceBuffer(std::size_t count) : count_(count) {
    EXPECT_EQ(cudaMalloc(&data_, count * sizeof(T)), cudaSuccess);
    EXPECT_EQ(cudaMemset(data_, 0xcc, count * sizeof(T)), cudaSuccess);
  }
  explicit DeviceBuffer(const std::vector<T>& values) : DeviceBuffer(values.size()) {
    EXPECT_EQ(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice),
              cudaSuccess);
  }
  ~DeviceBuffer() { cudaFree(data_); }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;

  T* data() const { return data_; }
  std::vector<T> read() const {
    std::vector<T> values(count_);
    EXPECT_EQ(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost),
              cudaSuccess);
    return values;
  }

 private:
  std::size_t count_;
  T* data_ = nullptr;
};

/// What `launch(output)` leaves in an output of `count` elements.
template <class T, class Launch>
std::vector<T> run_kernel(std::size_t count, Launch launch) {
  const DeviceBuffer<T> output(count);
  launch(output.data());
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  return output.read();
}

#define SKIP_BELOW_COMPUTE_CAPABILITY(major_)                                                     \
  do {                                                                                            \
    int major = 0;                                                                                \
    ASSERT_EQ(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0), cudaSuccess); \
    if (major < major_) GTEST_SKIP() << "needs compute capability " #major_ ".0";                 \
  } while (false)
