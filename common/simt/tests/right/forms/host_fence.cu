// A fence between threads of the host, in a program with kernels.
// prints: 3
#include <cuda_runtime.h>

#include <atomic>
#include <cstdio>
#include <thread>

__global__ void add_one(int* value) { *value += 1; }

int main() {
  std::atomic<bool> is_ready{false};
  int number = 0;
  std::thread writer([&] {
    number = 2;
    std::atomic_thread_fence(std::memory_order_release);
    is_ready.store(true, std::memory_order_relaxed);
  });
  while (!is_ready.load(std::memory_order_relaxed)) std::this_thread::yield();
  std::atomic_thread_fence(std::memory_order_acquire);
  int *value, result = 0;
  cudaMalloc(&value, sizeof(int));
  cudaMemcpy(value, &number, sizeof(int), cudaMemcpyHostToDevice);
  add_one<<<1, 1>>>(value);
  cudaMemcpy(&result, value, sizeof(int), cudaMemcpyDeviceToHost);
  writer.join();
  std::printf("%d\n", result);
  cudaFree(value);
}
