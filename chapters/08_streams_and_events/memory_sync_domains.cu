// Chapter 08 · memory_sync_domains
//
// Who sees a write, and when: a value goes from block to block and to the host, while the kernel runs (mail.cuh).
// Then the time of a fence, of device or system scope, and of a release: alone, next to a kernel that writes to
// the host's or the device's memory, and with that kernel in a memory domain of its own.
//
//   memory_sync_domains
#include <cuda/atomic>

#include "mail.cuh"
#include "tutorial.cuh"

constexpr int kFences = 10, kRuns = kCountsInsteadOfTimes ? 1 : 11;

// Writes as fast as the bus allows, or the device's memory.
__global__ void write_on(int* to, int n, int rounds) {
  for (int round = 1; round <= rounds; ++round) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
      to[i] = round;
    }
  }
}

__device__ void device_fence() { __threadfence(); }
__device__ void system_fence() { __threadfence_system(); }
__device__ void system_release() {
  cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_system);
}

// Each thread writes numbers with a fence after each, so that nothing later is seen before it.
// `cycles` are the clock cycles that a thread spends in a fence, on average.
template <void (*fence)()>
__global__ void write_and_fence(int* to, float* cycles) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  long long in_fences = 0;
  for (int round = 1; round <= kFences; ++round) {
    to[i] = round;
    const long long start = clock64();
    fence();
    in_fences += clock64() - start;
  }
  cycles[i] = static_cast<float>(in_fences) / kFences;
}

int main(int argc, char** argv) {
  Options::without_size(argc, argv, "Fences, and the writes of others that they wait for.");
  require_compute_capability(9, 0);
  bool passed = pass_a_value_on();

  const int blocks = kCountsInsteadOfTimes ? 2 : 64, threads = 128 * blocks;
  const int n = kCountsInsteadOfTimes ? 1024 : 1 << 20, rounds = kCountsInsteadOfTimes ? 2 : 200;
  const int far = kCountsInsteadOfTimes ? 1024 : 1 << 28;  // much more than L2 holds
  int *on_host = nullptr, *on_device = nullptr, *out = nullptr;
  CHECK(cudaMallocHost(&on_host, n * sizeof(int)));
  CHECK(cudaMalloc(&on_device, far * sizeof(int)));
  CHECK(cudaMalloc(&out, threads * sizeof(int)));
  float* cycles = nullptr;
  CHECK(cudaMalloc(&cycles, threads * sizeof(float)));
  cudaStream_t traffic = nullptr, fences = nullptr;
  for (cudaStream_t* stream : {&traffic, &fences})
    CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
  std::printf("memory domains: %d\n", device_attribute(cudaDevAttrMemSyncDomainCount));

  // The cycles of a fence next to `write`: the median of several launches, and what they lie between.
  const auto measure = [&](auto* kernel, const auto& write) {
    std::vector<double> medians;
    for (int run = 0; run < kRuns; ++run) {
      poison(out, threads);
      CHECK(cudaDeviceSynchronize());
      write();
      kernel<<<blocks, threads / blocks, 0, fences>>>(out, cycles);
      CHECK_LAST();
      CHECK(cudaDeviceSynchronize());
      std::vector<float> host(threads);
      CHECK(cudaMemcpy(host.data(), cycles, threads * sizeof(float), cudaMemcpyDeviceToHost));
      medians.push_back(median({host.begin(), host.end()}));
      passed &= first_difference_on_device(out, threads, [](long long) { return kFences; }).empty();
    }
    std::sort(medians.begin(), medians.end());
    return figure("%.0f", median(medians)) + figure(" (%.0f", medians.front()) +
           figure("–%.0f)", medians.back());
  };
  Table table({"cycles of a fence", timed("__threadfence()"), timed("__threadfence_system()"),
               timed("release, system scope")});
  const auto run = [&](const char* name, int* to, int count, cudaLaunchMemSyncDomain domain) {
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeMemSyncDomain;
    attribute.val.memSyncDomain = domain;
    const cudaLaunchConfig_t config = {to == on_host ? 16 : 64, 256, 0, traffic, &attribute, 1};
    const auto write = [&] {
      if (to == nullptr) return;
      CHECK(cudaLaunchKernelEx(&config, write_on, to, count, to == on_host ? rounds : 2));
    };
    table.add({name, measure(write_and_fence<device_fence>, write),
               measure(write_and_fence<system_fence>, write),
               measure(write_and_fence<system_release>, write)});
  };
  run("alone", nullptr, 0, cudaLaunchMemSyncDomainDefault);
  run("next to writes over the bus", on_host, n, cudaLaunchMemSyncDomainDefault);
  run("  in another domain", on_host, n, cudaLaunchMemSyncDomainRemote);
  run("next to writes to device memory", on_device, far, cudaLaunchMemSyncDomainDefault);
  run("  in another domain", on_device, far, cudaLaunchMemSyncDomainRemote);
  table.print();
  passed &= first_difference(on_host, n, [&](long long) { return rounds; }).empty();

  for (cudaStream_t stream : {traffic, fences}) CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFreeHost(on_host));
  for (int* array : {on_device, out}) CHECK(cudaFree(array));
  CHECK(cudaFree(cycles));
  return verdict(passed);
}
