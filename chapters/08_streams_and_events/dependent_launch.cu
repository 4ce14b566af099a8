// Chapter 08 · dependent_launch
//
// A kernel usually begins when the one before has ended. With programmatic dependent launch it may
// begin while the last blocks of that one still run: it prepares itself, then waits for the results.
//
//   dependent_launch [--size N] [--kernels K]
//                       N floats, default 1001 on the CPU backend, 2^14 on a GPU, by a chain of K
//                       kernels, default 3 on the CPU backend, 50 on a GPU
#include <cmath>

#include "tutorial.cuh"

constexpr int kBlock = 256;
constexpr int kTable = 1024;
constexpr int kRounds = kCountsInsteadOfTimes ? 4 : 400;

__host__ __device__ float entry(int i) {
  float x = i;
  for (int round = 0; round < kRounds; ++round) x = fmaf(x, 0.75f, 1.0f);
  return x;
}

// Each block prepares a table, which needs nothing from the kernel before, then works on the data.
template <bool kIsDependent>
__global__ void look_up(const float* x, float* y, int n) {
  // The next kernel may begin as soon as all blocks have come here: it will wait for the results.
  if (kIsDependent) cudaTriggerProgrammaticLaunchCompletion();
  __shared__ float table[kTable];
  for (int i = threadIdx.x; i < kTable; i += kBlock) table[i] = entry(i);
  __syncthreads();
  // Code above this line may overlap the previous kernel; code below runs after it has ended, and
  // sees all its writes. Without the line, x would be read too early.
  if (kIsDependent) cudaGridDependencySynchronize();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) y[i] = x[i] + table[i % kTable];
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Launch a kernel before the one in front of it has ended.",
                        {{.name = "kernels",
                          .fallback = kCountsInsteadOfTimes ? 3 : 50,
                          .min = 1,
                          .max = 10000,
                          .help = "kernels in a chain"}});
  require_compute_capability(9, 0);
  const int n = options.size({.cpu = 1001, .gpu = 1 << 14});
  const int kernels = static_cast<int>(options["kernels"]);
  const std::vector<float> input = random_floats(n);
  std::vector<float> table_of_host(kTable);
  for (int i = 0; i < kTable; ++i) table_of_host[i] = entry(i);
  float *a = nullptr, *b = nullptr;
  CHECK(cudaMalloc(&a, n * sizeof(float)));
  CHECK(cudaMalloc(&b, n * sizeof(float)));
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreate(&stream));

  cudaLaunchAttribute programmatic = {};
  programmatic.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  programmatic.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = (n + kBlock - 1) / kBlock;
  config.blockDim = kBlock;
  config.stream = stream;

  bool passed = true;
  Table table({"a chain of " + std::to_string(kernels) + " kernels", timed("µs per kernel"),
               timed("of the first")});
  double first = 0;
  const auto run = [&](const std::string& name, auto* kernel, cudaLaunchAttribute* attributes,
                       int count) {
    config.attrs = attributes;
    config.numAttrs = count;
    const auto launch_all = [&] {
      for (int k = 0; k < kernels; ++k) {
        CHECK(cudaLaunchKernelEx(&config, kernel, static_cast<const float*>(k % 2 == 0 ? a : b),
                                 k % 2 == 0 ? b : a, n));
      }
    };
    CHECK(cudaMemcpy(a, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    poison(b, n);
    launch_all();
    CHECK(cudaStreamSynchronize(stream));
    const std::string wrong = first_difference_on_device(kernels % 2 == 0 ? a : b, n, [&](int i) {
      float expected = input[i];
      for (int k = 0; k < kernels; ++k) expected += table_of_host[i % kTable];
      return expected;
    });
    if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", name.c_str(), wrong.c_str());
    passed &= wrong.empty();

    // In a graph, so that no launch waits for the host.
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    launch_all();
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    const double ms = host_milliseconds(50, [&] {
      CHECK(cudaGraphLaunch(executable, stream));
      CHECK(cudaStreamSynchronize(stream));
    });
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));
    if (first == 0) first = ms;
    table.add({name, figure("%.2f", 1e3 * ms / kernels), figure("%.2f", first / ms)});
  };
  run("each begins when the one before has ended", look_up<false>, nullptr, 0);
  run("programmatic dependent launch", look_up<true>, &programmatic, 1);
  table.print();

  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  return verdict(passed);
}
