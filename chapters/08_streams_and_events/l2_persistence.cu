// Chapter 08 · l2_persistence
//
// A kernel reads a large array once and a small one all the time. A stream can ask that the small one
// stays in a part of the L2 cache that is set aside: an access policy window.
//
//   l2_persistence [--size N]     reads N floats once, default 1001 on the CPU backend, 2^28 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;
constexpr unsigned kHot = kCountsInsteadOfTimes ? 1024 : 1 << 22;  // 16 MiB, read again and again
constexpr size_t kHotBytes = kHot * sizeof(float);

// Where a thread looks when it reads element i of the stream: eight in a row, then far away.
__host__ __device__ unsigned place(unsigned i) { return (i / 8 * 2654435761u + i % 8) % kHot; }

__global__ void gather(const float* stream, const float* hot, float* sums, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    sum += stream[i] * __ldcg(&hot[place(i)]);
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
  const std::vector<int> numbers = random_ints(65521, 0, 7);  // their sums are exact
  float *stream_data = nullptr, *hot = nullptr, *sums = nullptr;
  CHECK(cudaMalloc(&stream_data, n * sizeof(float)));
  CHECK(cudaMalloc(&hot, kHotBytes));
  CHECK(cudaMalloc(&sums, threads * sizeof(float)));
  std::vector<float> host_stream(n), host_hot(kHot), expected(threads);
  for (int i = 0; i < n; ++i) host_stream[i] = numbers[i % 65521];
  for (unsigned i = 0; i < kHot; ++i) host_hot[i] = numbers[i % 65519];
  for (int i = 0; i < n; ++i) {
    expected[i % threads] += host_stream[i] * host_hot[place(i)];
  }
  CHECK(cudaMemcpy(stream_data, host_stream.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(hot, host_hot.data(), kHotBytes, cudaMemcpyHostToDevice));

  const size_t largest = device_attribute(cudaDevAttrMaxPersistingL2CacheSize);
  if (has_times()) {
    std::printf("L2 cache: %.1f MiB, of which %.1f MiB can be set aside\n",
                device_attribute(cudaDevAttrL2CacheSize) / 1048576.0, largest / 1048576.0);
  }
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreate(&stream));
  Experiment experiment("Reading " + std::to_string(kHotBytes >> 10) + " KiB again and again", sums,
                        threads, 1.0 * n * sizeof(float));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kSectorsPerLoad});
  const auto run = [&](const std::string& name, size_t set_aside,
                       const cudaStreamAttrValue& value) {
    CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, set_aside));
    CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
    CHECK(cudaDeviceSynchronize());
    experiment.run(
        name, [&] { gather<<<blocks, kBlock, 0, stream>>>(stream_data, hot, sums, n); }, expected);
    CHECK(cudaCtxResetPersistingL2Cache());  // or its lines would persist in the next variant
  };
  const size_t fitting = std::min(largest, kHotBytes);
  run("no window", 0, window(nullptr, 0, 0));
  run("all of it persists", fitting, window(hot, kHotBytes, 1));
  run("half of it persists", fitting / 2, window(hot, kHotBytes, 0.5f));
  run("window, but nothing set aside", 0, window(hot, kHotBytes, 1));
  run("no window again", 0, window(nullptr, 0, 0));

  CHECK(cudaStreamDestroy(stream));
  for (float* array : {stream_data, hot, sums}) CHECK(cudaFree(array));
  return experiment.report();
}
