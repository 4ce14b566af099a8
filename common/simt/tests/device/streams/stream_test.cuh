/// @file
/// What the tests of streams, events and graphs share: streams that stand still until a test lets
/// them go on, and a record of the order in which things happen. No test asks for times.
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <mutex>
#include <string>

#include "../device_test.cuh"

/// A kernel that is loaded at its first launch would wait for the one that already runs.
inline const int load_kernels_at_start = setenv("CUDA_MODULE_LOADING", "EAGER", 1);

namespace {

__global__ void wait_until_open(const volatile int* open) {
  while (*open == 0) {
  }
}

/// A buffer that streams which do not wait for the legacy stream can use.
template <class T>
class StreamBuffer : public DeviceBuffer<T> {
 public:
  explicit StreamBuffer(std::size_t count) : DeviceBuffer<T>(count) {
    EXPECT_EQ(cudaMemset(this->data(), 0, count * sizeof(T)), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
};

/// A stream for the time of a test.
class Stream {
 public:
  explicit Stream(unsigned flags = cudaStreamNonBlocking, int priority = 0) {
    EXPECT_EQ(cudaStreamCreateWithPriority(&stream_, flags, priority), cudaSuccess);
  }
  ~Stream() { cudaStreamDestroy(stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

class Event {
 public:
  explicit Event(unsigned flags = cudaEventDisableTiming) {
    EXPECT_EQ(cudaEventCreateWithFlags(&event_, flags), cudaSuccess);
  }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  operator cudaEvent_t() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

/// Page-locked memory.
template <class T>
class Pinned {
 public:
  explicit Pinned(T value) {
    EXPECT_EQ(cudaMallocHost(&data_, sizeof(T)), cudaSuccess);
    *data_ = value;
  }
  ~Pinned() { cudaFreeHost(data_); }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  T* data() const { return data_; }
  /// As the device has left it.
  T value() const { return *static_cast<volatile T*>(data_); }

 private:
  T* data_ = nullptr;
};

/// Closes streams with a kernel that runs until the gate is opened, by a copy in a stream of its
/// own. Nothing is allocated or freed while it is closed: that would wait for the kernel.
class Gate {
 public:
  Gate() {
    EXPECT_EQ(cudaMemset(open_.data(), 0, sizeof(int)), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);  // the streams do not wait for the fill
  }
  ~Gate() { open(); }

  void close(cudaStream_t stream) {
    wait_until_open<<<1, 1, 0, stream>>>(open_.data());
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  }
  void open() {
    EXPECT_EQ(
        cudaMemcpyAsync(open_.data(), one_.data(), sizeof(int), cudaMemcpyHostToDevice, opener_),
        cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }

 private:
  DeviceBuffer<int> open_{1};
  Pinned<int> one_{1};
  Stream opener_;
};

/// Letters in the order in which host functions wrote them.
class Diary {
 public:
  void write(char letter, cudaStream_t stream) {
    entries_[count_] = {this, letter};
    EXPECT_EQ(cudaLaunchHostFunc(stream, &Diary::add, &entries_[count_]), cudaSuccess);
    ++count_;
  }
  /// For host nodes: a function and its argument.
  cudaHostNodeParams entry(char letter) {
    entries_[count_] = {this, letter};
    return {&Diary::add, &entries_[count_++]};
  }
  std::string text() {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  struct Entry {
    Diary* diary;
    char letter;
  };
  static void add(void* data) {
    const auto* entry = static_cast<Entry*>(data);
    const std::lock_guard lock(entry->diary->mutex_);
    entry->diary->text_ += entry->letter;
  }

  Entry entries_[64] = {};
  int count_ = 0;
  std::mutex mutex_;
  std::string text_;
};

[[maybe_unused]] __global__ void add(int* data, int value) { data[threadIdx.x] += value; }
[[maybe_unused]] __global__ void multiply(int* data, int value) { data[threadIdx.x] *= value; }

/// The error and then no error any more.
[[maybe_unused]] void expect_error(cudaError_t actual, cudaError_t expected) {
  EXPECT_STREQ(cudaGetErrorName(actual), cudaGetErrorName(expected));
  cudaGetLastError();
}

}  // namespace
