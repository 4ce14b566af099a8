// Chapter 08 · memory_sync_domains
//
// Who sees a write, and when: a value goes from one block to another and from there to the host, all
// while the kernel runs. Then the time of a fence: alone, next to a kernel that writes over the bus, and
// with that kernel in a memory domain of its own.
//
//   memory_sync_domains
#include <cuda/atomic>

#include "tutorial.cuh"

using DeviceFlag = cuda::atomic_ref<int, cuda::thread_scope_device>;
using SystemFlag = cuda::atomic_ref<int, cuda::thread_scope_system>;

constexpr int kFences = 10;

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

// Writes to the host's memory as fast as the bus allows.
__global__ void write_to_host(int* to, int n, int rounds) {
  for (int round = 1; round <= rounds; ++round) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
      to[i] = round;
    }
  }
}

// Each thread writes numbers with a fence after each, so that nothing later is seen before it.
// `cycles` are the clock cycles that a thread spends in a fence, on average.
__global__ void write_and_fence(int* to, float* cycles) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  long long in_fences = 0;
  for (int round = 1; round <= kFences; ++round) {
    to[i] = round;
    const long long start = clock64();
    __threadfence();
    in_fences += clock64() - start;
  }
  cycles[i] = static_cast<float>(in_fences) / kFences;
}

bool pass_a_value_on() {
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

int main(int argc, char** argv) {
  Options::without_size(argc, argv, "Fences, and the writes of others that they wait for.");
  require_compute_capability(9, 0);
  bool passed = pass_a_value_on();

  const int blocks = kCountsInsteadOfTimes ? 2 : 64, threads = 128 * blocks;
  const int n = kCountsInsteadOfTimes ? 1024 : 1 << 20, rounds = kCountsInsteadOfTimes ? 2 : 200;
  int *on_host = nullptr, *on_device = nullptr;
  CHECK(cudaMallocHost(&on_host, n * sizeof(int)));
  CHECK(cudaMalloc(&on_device, threads * sizeof(int)));
  float* cycles = nullptr;
  CHECK(cudaMalloc(&cycles, threads * sizeof(float)));
  cudaStream_t traffic = nullptr, fences = nullptr;
  CHECK(cudaStreamCreateWithFlags(&traffic, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&fences, cudaStreamNonBlocking));
  std::printf("memory domains: %d\n", device_attribute(cudaDevAttrMemSyncDomainCount));

  Table table({"a fence", timed("cycles"), timed("of alone")});
  double alone = 0;
  const auto run = [&](const char* name, bool has_traffic, cudaLaunchMemSyncDomain domain) {
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeMemSyncDomain;
    attribute.val.memSyncDomain = domain;
    cudaLaunchConfig_t config = {};
    config.gridDim = 16;
    config.blockDim = 256;
    config.stream = traffic;
    config.attrs = &attribute;
    config.numAttrs = 1;
    poison(on_device, threads);
    CHECK(cudaDeviceSynchronize());
    if (has_traffic) CHECK(cudaLaunchKernelEx(&config, write_to_host, on_host, n, rounds));
    write_and_fence<<<blocks, threads / blocks, 0, fences>>>(on_device, cycles);
    CHECK_LAST();
    CHECK(cudaDeviceSynchronize());
    std::vector<float> host_cycles(threads);
    CHECK(cudaMemcpy(host_cycles.data(), cycles, threads * sizeof(float), cudaMemcpyDeviceToHost));
    const double middle = median({host_cycles.begin(), host_cycles.end()});
    if (alone == 0) alone = middle;
    table.add({name, figure("%.0f", middle), figure("%.1f", middle / alone)});
    const std::string wrong =
        first_difference_on_device(on_device, threads, [](long long) { return kFences; });
    if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", name, wrong.c_str());
    passed &= wrong.empty();
  };
  run("alone", false, cudaLaunchMemSyncDomainDefault);
  run("next to writes over the bus", true, cudaLaunchMemSyncDomainDefault);
  run("next to writes in another domain", true, cudaLaunchMemSyncDomainRemote);
  table.print();
  passed &= first_difference(on_host, n, [&](long long) { return rounds; }).empty();

  CHECK(cudaStreamDestroy(traffic));
  CHECK(cudaStreamDestroy(fences));
  CHECK(cudaFreeHost(on_host));
  CHECK(cudaFree(on_device));
  CHECK(cudaFree(cycles));
  return verdict(passed);
}
