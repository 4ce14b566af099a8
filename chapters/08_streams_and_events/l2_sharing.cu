// Chapter 08 · l2_sharing
//
// Two kernels side by side read again and again, each from an array of its own, and ask that L2 keep it. The
// part of L2 that is set aside is one for both: what the windows want together has to fit.
//
//   l2_sharing [--size N]     reads N floats once, default 1001 on the CPU backend, 2^27 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;
constexpr size_t kMiB = kCountsInsteadOfTimes ? 1024 : 1 << 20;  // small where nothing is timed
constexpr size_t kHotBytes = 16 * kMiB, kSetAside = 16 * kMiB;
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

// `ratio` of the lines of an array persist, the others are the first to go. No array: no window.
cudaLaunchAttributeValue window(float* hot, float ratio) {
  cudaLaunchAttributeValue value = {};
  value.accessPolicyWindow.base_ptr = hot;
  value.accessPolicyWindow.num_bytes = hot == nullptr ? 0 : kHotBytes;
  value.accessPolicyWindow.hitRatio = ratio;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  return value;
}

double wanted(const cudaLaunchAttributeValue& value) {
  return value.accessPolicyWindow.num_bytes * double{value.accessPolicyWindow.hitRatio};
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Share the part of L2 that is set aside.");
  require_compute_capability(8, 0);
  const int n = options.size({.cpu = 1001, .gpu = 1 << 27, .bytes_per_element = sizeof(float)});
  int half =
      n / 2;  // a kernel reads a half, with half of the device, so that both run side by side
  const int blocks =
      kCountsInsteadOfTimes ? 1 : device_attribute(cudaDevAttrMultiProcessorCount) * 4;
  const int threads = blocks * kBlock;
  const std::vector<int> numbers = random_ints(65521, 0, 7);  // their sums are exact
  std::vector<float> host_data(n), host_hot(2 * kHotSize);
  for (int i = 0; i < n; ++i) host_data[i] = numbers[i % 65521];
  for (size_t i = 0; i < host_hot.size(); ++i) host_hot[i] = numbers[i % 65519];
  float *data = nullptr, *hot[2] = {}, *sums[2] = {};
  std::vector<float> expected[2];
  cudaStream_t stream[2] = {};
  CHECK(cudaMalloc(&data, n * sizeof(float)));
  CHECK(cudaMemcpy(data, host_data.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  for (int k = 0; k < 2; ++k) {
    const float* from = host_hot.data() + k * kHotSize;
    CHECK(cudaMalloc(&hot[k], kHotBytes));
    CHECK(cudaMemcpy(hot[k], from, kHotBytes, cudaMemcpyHostToDevice));
    CHECK(cudaMalloc(&sums[k], threads * sizeof(float)));
    CHECK(cudaStreamCreate(&stream[k]));
    expected[k].resize(threads);
    for (int i = 0; i < half; ++i) {
      expected[k][i % threads] += host_data[k * half + i] * from[place(i)];
    }
  }
  bool passed = true;
  const auto use_window = [&](int k, const cudaLaunchAttributeValue& value) {
    CHECK(cudaStreamSetAttribute(stream[k], cudaLaunchAttributeAccessPolicyWindow, &value));
  };
  const auto launch = [&](int k) {
    gather<<<blocks, kBlock, 0, stream[k]>>>(data + k * half, hot[k], sums[k], half);
    CHECK_LAST();
  };

  Table table({"windows", "wanted", "set aside", "fits", timed("both kernels, µs")});
  const auto run_both = [&](const char* name, double bytes_wanted, const auto& launch_both) {
    size_t set_aside = 0;
    CHECK(cudaDeviceGetLimit(&set_aside, cudaLimitPersistingL2CacheSize));
    for (int k = 0; k < 2; ++k) poison(sums[k], threads);
    CHECK(cudaDeviceSynchronize());
    const double ms = host_milliseconds(20, [&] {
      launch_both();
      CHECK(cudaDeviceSynchronize());
    });
    const char* unit = kMiB == 1024 ? "%.0f KiB" : "%.0f MiB";
    table.add({name, figure(unit, bytes_wanted / kMiB), figure(unit, 1.0 * set_aside / kMiB),
               bytes_wanted <= set_aside ? "yes" : "no", figure("%.1f", 1e3 * ms)});
    CHECK(cudaCtxResetPersistingL2Cache());  // or its lines would still persist in the next run
    for (int k = 0; k < 2; ++k) {
      const std::string wrong = first_difference_on_device(sums[k], threads, expected[k]);
      if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", name, wrong.c_str());
      passed &= wrong.empty();
    }
  };
  const auto of_streams = [&](const char* name, const cudaLaunchAttributeValue& first,
                              const cudaLaunchAttributeValue& second) {
    use_window(0, first);
    use_window(1, second);
    double sum = 0;
    for (const cudaStream_t s : stream) {  // what the runtime was told
      cudaLaunchAttributeValue told = {};
      CHECK(cudaStreamGetAttribute(s, cudaLaunchAttributeAccessPolicyWindow, &told));
      sum += wanted(told);
    }
    run_both(name, sum, [&] { launch(0), launch(1); });
  };
  CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, kSetAside));
  const cudaLaunchAttributeValue none = window(nullptr, 0);
  of_streams("none", none, none);
  of_streams("one stream's, ratio 1", window(hot[0], 1), none);
  of_streams("both streams', ratio 1", window(hot[0], 1), window(hot[1], 1));
  of_streams("both streams', ratio 0.5", window(hot[0], 0.5), window(hot[1], 0.5));

  // A graph's kernels have windows of their own, whatever stream the graph is launched in.
  use_window(0, none);
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  CHECK(cudaGraphCreate(&graph, 0));
  double sum = 0;
  for (int k = 0; k < 2; ++k) {
    cudaGraphNode_t node = nullptr;
    float* begin = data + k * half;
    void* arguments[] = {&begin, &hot[k], &sums[k], &half};
    cudaKernelNodeParams kernel = {};
    kernel.func = reinterpret_cast<void*>(gather);
    kernel.gridDim = dim3(blocks);
    kernel.blockDim = dim3(kBlock);
    kernel.kernelParams = arguments;
    CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel));  // waits for no other node
    cudaLaunchAttributeValue value = window(hot[k], 0.5);
    CHECK(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeAccessPolicyWindow, &value));
    CHECK(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeAccessPolicyWindow, &value));
    sum += wanted(value);
  }
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  run_both("both nodes', ratio 0.5", sum, [&] { CHECK(cudaGraphLaunch(executable, stream[0])); });
  table.print();
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));

  for (const cudaStream_t s : stream) CHECK(cudaStreamDestroy(s));
  for (float* array : {data, hot[0], hot[1], sums[0], sums[1]}) CHECK(cudaFree(array));
  return verdict(passed);
}
