// Programs whose streams and host order each other by what they tell: host functions, flags and counters in memory.
// Nothing is reported.
#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <numeric>

#include "stream_order_test.cuh"

namespace {

class StreamSignals : public StreamOrder {};

/// What a host function works on.
struct Task {
  int* data;
  long long sum = 0;
  std::promise<void> done{};
  std::mutex mutex{};
  std::condition_variable changed{};
  bool is_done = false;
  std::atomic<bool> flag{false};
};
void sum_up(Task& task) { task.sum = std::accumulate(task.data, task.data + kCount, 0ll); }

TEST_F(StreamSignals, HostFunctionsComeInOrder) {
  Task task{host_.data()};
  fill(one_, a_.data(), 2);
  cudaMemcpyAsync(host_.data(), a_.data(), kBytes, cudaMemcpyDeviceToHost, one_);
  const auto function = [](void* data) { sum_up(*static_cast<Task*>(data)); };
  ASSERT_EQ(cudaLaunchHostFunc(one_, function, &task), cudaSuccess);
  ASSERT_EQ(cudaMemsetAsync(host_.data(), 0, kBytes, one_), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(one_), cudaSuccess);
  EXPECT_EQ(task.sum, 2 * kCount);
}

TEST_F(StreamSignals, AHostFunctionTellsByAPromise) {
  Task task{host_.data()};
  fill(one_, a_.data(), 2);
  cudaMemcpyAsync(host_.data(), a_.data(), kBytes, cudaMemcpyDeviceToHost, one_);
  const auto function = [](void* data) { static_cast<Task*>(data)->done.set_value(); };
  ASSERT_EQ(cudaLaunchHostFunc(one_, function, &task), cudaSuccess);
  task.done.get_future().wait();
  EXPECT_EQ(host_.sum(), 2 * kCount);
}

TEST_F(StreamSignals, AHostFunctionTellsByAMutex) {
  Task task{host_.data()};
  fill(one_, a_.data(), 3);
  cudaMemcpyAsync(host_.data(), a_.data(), kBytes, cudaMemcpyDeviceToHost, one_);
  const auto function = [](void* data) {
    auto& t = *static_cast<Task*>(data);
    sum_up(t);
    const std::lock_guard lock(t.mutex);
    t.is_done = true;
    t.changed.notify_one();
  };
  ASSERT_EQ(cudaLaunchHostFunc(one_, function, &task), cudaSuccess);
  std::unique_lock lock(task.mutex);
  task.changed.wait(lock, [&] { return task.is_done; });
  EXPECT_EQ(host_.sum(), 3 * kCount);
}

TEST_F(StreamSignals, AHostFunctionTellsByAnAtomicVariable) {
  Task task{host_.data()};
  fill(one_, a_.data(), 4);
  cudaMemcpyAsync(host_.data(), a_.data(), kBytes, cudaMemcpyDeviceToHost, one_);
  const auto function = [](void* data) { static_cast<Task*>(data)->flag = true; };
  ASSERT_EQ(cudaLaunchHostFunc(one_, function, &task), cudaSuccess);
  while (!task.flag) {
  }
  EXPECT_EQ(host_.sum(), 4 * kCount);
}

__global__ void answer(volatile int* question, int* data) {
  while (*question == 0) {
  }
  data[1] = data[0] + 1;
  __threadfence_system();
  question[1] = 1;
}

TEST_F(StreamSignals, HostAndKernelTalkByVolatileAccesses) {
  volatile int* const mail = host_.data();
  int* const data = host_.data() + 64;
  answer<<<1, 1, 0, one_>>>(host_.data(), data);
  ASSERT_EQ(cudaGetLastError(), cudaSuccess);
  data[0] = 41;
  asm volatile("" ::: "memory");
  mail[0] = 1;
  while (mail[1] == 0) {
  }
  asm volatile("" ::: "memory");
  EXPECT_EQ(data[1], 42);
}

__global__ void fill_and_tell(int* data, int value, volatile int* flag) {
  data[0] = value;
  __threadfence();
  *flag = 1;
}

TEST_F(StreamSignals, TheHostLooksAtAFlagByCopies) {
  ASSERT_EQ(cudaMemset(b_.data(), 0, kBytes), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  fill_and_tell<<<1, 1, 0, one_>>>(a_.data(), 7, b_.data());
  ASSERT_EQ(cudaGetLastError(), cudaSuccess);
  do {
    cudaMemcpyAsync(host_.data(), b_.data(), sizeof(int), cudaMemcpyDeviceToHost, two_);
    ASSERT_EQ(cudaStreamSynchronize(two_), cudaSuccess);
  } while (host_.data()[0] == 0);
  copy(two_, a_.data(), b_.data() + 1, 1);
  EXPECT_EQ(cudaStreamSynchronize(two_), cudaSuccess);
  EXPECT_EQ(b_.read()[1], 7);
}

__global__ void fill_and_count(int* data, int value, int* done) {
  data[threadIdx.x] = value;
  __threadfence();
  atomicAdd(done, 1);
}
__global__ void copy_when_counted(const int* data, int* out, int* done, int count) {
  while (atomicAdd(done, 0) < count) {
  }
  __threadfence();
  out[threadIdx.x] = data[threadIdx.x];
}

TEST_F(StreamSignals, AKernelWaitsForAnotherOnesCounter) {
  ASSERT_EQ(cudaMemset(b_.data(), 0, kBytes), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  fill_and_count<<<1, 64, 0, one_>>>(a_.data(), 7, b_.data());
  copy_when_counted<<<1, 64, 0, two_>>>(a_.data(), b_.data() + 64, b_.data(), 64);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(b_.read()[64 + 63], 7);
}

TEST_F(StreamSignals, AKernelWaitsForAFlagThatAMemsetSets) {
  ASSERT_EQ(cudaMemset(b_.data(), 0, kBytes), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  copy_when_counted<<<1, 64, 0, one_>>>(a_.data(), b_.data() + 64, b_.data(), 1);
  fill(two_, a_.data(), 7);
  ASSERT_EQ(cudaMemsetAsync(b_.data(), 1, sizeof(int), two_), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(b_.read()[64 + 63], 7);
}

}  // namespace
