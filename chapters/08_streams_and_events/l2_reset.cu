// Chapter 08 · l2_reset
//
// What an access policy window has made persist stays in L2 when the kernel has ended, and takes room from
// the next one, until something ends it. Two of the three ways to do that.
//
//   l2_reset [--size N]     reads N floats once, default 1001 on the CPU backend, 2^26 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;
constexpr size_t kMiB = kCountsInsteadOfTimes ? 1024 : 1 << 20;  // small where nothing is timed
constexpr size_t kHotBytes = 32 * kMiB;
constexpr unsigned kHotSize = kHotBytes / sizeof(float);  // a power of two

// Where a thread looks when it reads element i of the stream: eight in a row, then far away.
__host__ __device__ unsigned place(unsigned i) {
  return (i / 8 * 2654435761u + i % 8) & (kHotSize - 1);
}

__global__ void gather(const float* stream, const float* hot, float* sums, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    sum += stream[i] * __ldcg(&hot[place(i)]);
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void use_window(cudaStream_t stream, float* base, size_t bytes, cudaAccessProperty property) {
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = base;
  value.accessPolicyWindow.num_bytes = bytes;  // 0: no window from here on
  value.accessPolicyWindow.hitRatio = 1;
  value.accessPolicyWindow.hitProp = property;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "What a window leaves in L2, and what ends it.");
  require_compute_capability(8, 0);
  const int n = options.size({.cpu = 1001, .gpu = 1 << 26, .bytes_per_element = sizeof(float)});
  const int blocks =
      kCountsInsteadOfTimes ? 2 : device_attribute(cudaDevAttrMultiProcessorCount) * 8;
  const int threads = blocks * kBlock;
  const std::vector<int> numbers = random_ints(65521, 0, 7);  // their sums are exact
  std::vector<float> host_data(n), host_hot(kHotSize), expected(threads);
  for (int i = 0; i < n; ++i) host_data[i] = numbers[i % 65521];
  for (unsigned i = 0; i < kHotSize; ++i) host_hot[i] = numbers[i % 65519];
  for (int i = 0; i < n; ++i) expected[i % threads] += host_data[i] * host_hot[place(i)];
  float *data = nullptr, *first = nullptr, *second = nullptr, *sums = nullptr;
  CHECK(cudaMalloc(&data, n * sizeof(float)));
  CHECK(cudaMalloc(&first, kHotBytes));
  CHECK(cudaMalloc(&second, kHotBytes));
  CHECK(cudaMalloc(&sums, threads * sizeof(float)));
  CHECK(cudaMemcpy(data, host_data.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(first, 0, kHotBytes));
  CHECK(cudaMemcpy(second, host_hot.data(), kHotBytes, cudaMemcpyHostToDevice));
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreate(&stream));
  const int largest = device_attribute(cudaDevAttrMaxPersistingL2CacheSize);
  CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, largest));

  bool passed = true;
  const auto read = [&](const float* hot) {
    gather<<<blocks, kBlock, 0, stream>>>(data, hot, sums, n);
    CHECK_LAST();
  };
  Table table({"before the second kernel", timed("the second kernel, µs")});
  // The first kernel reads one array, with or without a window; the second, which is timed, another.
  const auto run = [&](const char* name, bool persists, const auto& end_it) {
    std::vector<double> times;
    EventTimer timer(stream);
    for (int repeat = 0; repeat < (has_times() ? 20 : 1); ++repeat) {
      CHECK(cudaCtxResetPersistingL2Cache());  // what the repetition before has left
      if (persists) use_window(stream, first, kHotBytes, cudaAccessPropertyPersisting);
      read(first);
      end_it();
      use_window(stream, nullptr, 0, cudaAccessPropertyNormal);
      poison(sums, threads);
      CHECK(cudaStreamSynchronize(stream));
      timer.start();
      read(second);
      times.push_back(timer.stop());
    }
    table.add({name, figure("%.1f", 1e3 * median(times))});
    const std::string wrong = first_difference_on_device(sums, threads, expected);
    if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", name, wrong.c_str());
    passed &= wrong.empty();
  };
  run("no window", false, [] {});
  run("a window of 32 MiB", true, [] {});
  run("  then cudaCtxResetPersistingL2Cache()", true, [&] {
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaCtxResetPersistingL2Cache());
  });
  run("  then its lines read again as normal ones", true, [&] {
    use_window(stream, first, kHotBytes, cudaAccessPropertyNormal);
    read(first);
  });
  table.print();

  CHECK(cudaCtxResetPersistingL2Cache());
  CHECK(cudaStreamDestroy(stream));
  for (float* array : {data, first, second, sums}) CHECK(cudaFree(array));
  return verdict(passed);
}
