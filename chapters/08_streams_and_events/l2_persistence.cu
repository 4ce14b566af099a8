// Chapter 08 · l2_persistence
//
// A kernel reads a large array once and a small one all the time. A stream can ask that the small one
// stays in a part of the L2 cache that is set aside: an access policy window.
//
//   l2_persistence [--size N]     reads N floats once, default 1001 on the CPU backend, 2^28 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;
constexpr unsigned kMiB = kCountsInsteadOfTimes ? 1024 : 1 << 20;  // small where nothing is timed

// Where a thread looks when it reads element i of the stream: eight in a row, then far away. `size`
// is a power of two.
__host__ __device__ unsigned place(unsigned i, unsigned size) {
  return (i / 8 * 2654435761u + i % 8) & (size - 1);
}

__global__ void gather(const float* stream, const float* hot, unsigned hot_size, float* sums,
                       int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    sum += stream[i] * __ldcg(&hot[place(i, hot_size)]);
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Accesses to `bytes` bytes from `base` on: `ratio` of them persist, the others are the first to go.
cudaStreamAttrValue window(void* base, size_t bytes, float ratio) {
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = base;
  value.accessPolicyWindow.num_bytes = bytes;
  value.accessPolicyWindow.hitRatio = ratio;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  return value;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Keep an array in the L2 cache.");
  require_compute_capability(8, 0);
  const int n = options.size({.cpu = 1001, .gpu = 1 << 28, .bytes_per_element = sizeof(float)});
  const int blocks =
      kCountsInsteadOfTimes ? 2 : device_attribute(cudaDevAttrMultiProcessorCount) * 8;
  const int threads = blocks * kBlock;
  const size_t largest_hot = 64 * kMiB;
  const std::vector<int> numbers = random_ints(65521, 0, 7);  // their sums are exact
  std::vector<float> host_data(n), host_hot(largest_hot / sizeof(float));
  for (int i = 0; i < n; ++i) host_data[i] = numbers[i % 65521];
  for (size_t i = 0; i < host_hot.size(); ++i) host_hot[i] = numbers[i % 65519];
  float *data = nullptr, *hot = nullptr, *sums = nullptr;
  CHECK(cudaMalloc(&data, n * sizeof(float)));
  CHECK(cudaMalloc(&hot, largest_hot));
  CHECK(cudaMalloc(&sums, threads * sizeof(float)));
  CHECK(cudaMemcpy(data, host_data.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(hot, host_hot.data(), largest_hot, cudaMemcpyHostToDevice));
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreate(&stream));
  const size_t largest = device_attribute(cudaDevAttrMaxPersistingL2CacheSize);
  if (has_times()) {
    std::printf("L2 cache: %.1f MiB, of which %.1f MiB can be set aside\n",
                device_attribute(cudaDevAttrL2CacheSize) / 1048576.0, largest / 1048576.0);
  }

  bool passed = true;
  Table table({"read again and again", timed("no window, µs"), timed("window, µs"),
               timed("window, all of it, µs"), timed("window, nothing set aside, µs")});
  for (size_t bytes = 4 * kMiB; bytes <= largest_hot; bytes *= 2) {
    const auto size = static_cast<unsigned>(bytes / sizeof(float));
    std::vector<float> expected(threads);
    for (int i = 0; i < n; ++i) expected[i % threads] += host_data[i] * host_hot[place(i, size)];
    std::vector<std::string> row = {std::to_string(bytes / kMiB) +
                                    (kMiB == 1024 ? " KiB" : " MiB")};
    const auto run = [&](size_t set_aside, const cudaStreamAttrValue& value) {
      CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, set_aside));
      CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
      poison(sums, threads);
      std::vector<double> times;
      EventTimer timer(stream);
      for (int repeat = 0; repeat < (has_times() ? 20 : 1); ++repeat) {
        timer.start();
        gather<<<blocks, kBlock, 0, stream>>>(data, hot, size, sums, n);
        CHECK_LAST();
        times.push_back(timer.stop());
      }
      row.push_back(figure("%.1f", 1e3 * median(times)));
      CHECK(cudaCtxResetPersistingL2Cache());  // or its lines would still persist in the next run
      const std::string wrong = first_difference_on_device(sums, threads, expected);
      if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", row[0].c_str(), wrong.c_str());
      passed &= wrong.empty();
    };
    // What does not fit into the part that is set aside pushes its own lines out: let fewer persist.
    const size_t set_aside = std::min(largest, bytes);
    const float ratio = static_cast<float>(set_aside) / bytes;
    run(0, window(nullptr, 0, 0));
    run(set_aside, window(hot, bytes, ratio));
    run(set_aside, window(hot, bytes, 1));
    run(0, window(hot, bytes, ratio));
    table.add(row);
  }
  table.print();

  CHECK(cudaStreamDestroy(stream));
  for (float* array : {data, hot, sums}) CHECK(cudaFree(array));
  return verdict(passed);
}
