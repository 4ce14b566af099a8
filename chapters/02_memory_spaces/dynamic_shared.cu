// Chapter 02 · dynamic_shared
//
// Dynamic shared memory: the launch says how many bytes each block gets. More than 48 KiB have to be
// asked for first. Here blocks of 256 threads add up chunks of 256 to 58112 floats.
//
//   dynamic_shared [--size N]   N floats, default 2^16+1 on the CPU backend, 2^28+1 on a GPU
#include <numeric>

#include "tutorial.cuh"

constexpr int kBlock = 256;

// As in block_sum_shared: each round adds the upper half to the lower one.
__device__ void add_halves(float* values, int count) {
  __syncthreads();
  for (; count > 1; count = (count + 1) / 2) {
    const int half = (count + 1) / 2;
    for (int i = threadIdx.x; i < count / 2; i += blockDim.x) values[i] += values[i + half];
    __syncthreads();
  }
}

// The third number in <<<grid, block, bytes>>> is the size of this array. A block takes `chunk`
// values, as many as it is given memory for.
extern __shared__ float dynamic[];

__global__ void sum_dynamic(const float* in, float* sums, int n, int chunk) {
  const long long first = static_cast<long long>(blockIdx.x) * chunk;
  for (int k = threadIdx.x; k < chunk; k += blockDim.x) {
    dynamic[k] = first + k < n ? in[first + k] : 0;
  }
  add_halves(dynamic, chunk);
  if (threadIdx.x == 0) sums[blockIdx.x] = dynamic[0];
}

std::string wrong_sums(const float* sums, const std::vector<float>& input, int chunk);
std::string label(const char* how, int chunk);

int main(int argc, char** argv) {
  const Options options(argc, argv, "Add up values in shared memory whose size the launch gives.");
  const int n = options.size(
      {.cpu = (1 << 16) + 1, .gpu = (1 << 28) + 1, .bytes_per_element = sizeof(float) + 1});
  const std::vector<float> input = random_floats(n);
  const auto blocks_for = [&](int chunk) { return (n - 1) / chunk + 1; };

  float *in = nullptr, *sums = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&sums, blocks_for(kBlock) * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment("Block sums of " + std::to_string(n) + " floats", 1.0 * n * sizeof(float));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  experiment.show_count("shared loads", "%.0f",
                        [](const Counters& c) { return c.shared_load_requests; });
  const auto launch = [&](int chunk) {
    const std::size_t bytes = chunk * sizeof(float);
    sum_dynamic<<<blocks_for(chunk), kBlock, bytes>>>(in, sums, n, chunk);
  };
  const auto run = [&](const char* how, int chunk) {
    poison(sums, blocks_for(chunk));
    experiment.run(
        label(how, chunk), [&] { launch(chunk); }, [&] { return wrong_sums(sums, input, chunk); });
  };
  for (const int chunk : {256, 1000, 12288}) run("dynamic,", chunk);

  // More than 48 KiB per block: refused, until the kernel has been allowed to.
  const int most = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  const int largest = most / static_cast<int>(sizeof(float));
  experiment.run_refused(label("dynamic,", largest), [&] { launch(largest); });
  CHECK(cudaFuncSetAttribute(sum_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
  run("opted in,", largest);

  CHECK(cudaFree(in));
  CHECK(cudaFree(sums));
  return experiment.report();
}

std::string wrong_sums(const float* sums, const std::vector<float>& input, int chunk) {
  const long long n = input.size(), blocks = (n - 1) / chunk + 1;
  const auto expected = [&](long long block) {
    const long long first = block * chunk, last = std::min(n, first + chunk);
    return static_cast<float>(std::accumulate(&input[first], input.data() + last, 0.0));
  };
  return first_difference_on_device(sums, blocks, expected, {.relative = 1e-5, .absolute = 1e-4});
}

std::string label(const char* how, int chunk) {
  return how + (" " + std::to_string(chunk)) + " floats";
}
