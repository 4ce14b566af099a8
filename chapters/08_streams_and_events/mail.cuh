// Who sees a write, and when: a value goes from one block to another and from there to the host, all while the
// kernel runs.
#pragma once

#include <cuda/atomic>

#include "tutorial.cuh"

using DeviceFlag = cuda::atomic_ref<int, cuda::thread_scope_device>;
using SystemFlag = cuda::atomic_ref<int, cuda::thread_scope_system>;

// What the three observers share. The first two are in device memory, the others in pinned memory,
// which the host can read while the kernel runs.
struct Mail {
  int *value, *value_is_there;
  int *answer, *answer_is_there, *received;
};

// Block 0 sends a value to block 1: device scope is enough, both look at the device's L2 cache.
// Block 1 sends what it makes of it to the host: that needs system scope. Then it waits for the host.
__global__ void pass_on(Mail mail, int value) {
  if (blockIdx.x == 0) {
    *mail.value = value;
    DeviceFlag(*mail.value_is_there).store(1, cuda::memory_order_release);
  } else {
    while (DeviceFlag(*mail.value_is_there).load(cuda::memory_order_acquire) == 0) {
    }
    *mail.answer = 2 * *mail.value + 1;
    SystemFlag(*mail.answer_is_there).store(1, cuda::memory_order_release);
    while (SystemFlag(*mail.received).load(cuda::memory_order_acquire) == 0) {
    }
  }
}

// Whether the host got the value while the kernel was running.
inline bool pass_a_value_on() {
  Mail mail = {};
  CHECK(cudaMalloc(&mail.value, 2 * sizeof(int)));
  CHECK(cudaMemset(mail.value, 0, 2 * sizeof(int)));
  mail.value_is_there = mail.value + 1;
  CHECK(cudaMallocHost(&mail.answer, 3 * sizeof(int)));
  std::fill_n(mail.answer, 3, 0);
  mail.answer_is_there = mail.answer + 1;
  mail.received = mail.answer + 2;
  CHECK(cudaDeviceSynchronize());

  pass_on<<<2, 1>>>(mail, 20);
  CHECK_LAST();
  // The host waits for the flag, not for the kernel.
  while (SystemFlag(*mail.answer_is_there).load(cuda::memory_order_acquire) == 0) {
  }
  const int answer = *mail.answer;
  const bool is_running = cudaStreamQuery(nullptr) == cudaErrorNotReady;
  SystemFlag(*mail.received).store(1, cuda::memory_order_release);
  CHECK(cudaDeviceSynchronize());
  std::printf("the host got %d while the kernel was %s\n", answer, is_running ? "running" : "over");
  CHECK(cudaFree(mail.value));
  CHECK(cudaFreeHost(mail.answer));
  return answer == 41 && is_running;
}
