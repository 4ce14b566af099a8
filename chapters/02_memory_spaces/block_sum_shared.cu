// Chapter 02 · block_sum_shared
//
// The threads of a block add up their values together. What one thread wrote, another one reads, so
// the values must be in memory that both can access: global memory, or memory that the block shares.
//
//   block_sum_shared [--size N]   N floats, default 2^16+1 on the CPU backend, 2^28+1 on a GPU
#include <numeric>

#include "tutorial.cuh"

constexpr int kBlock = 256;

// Adds up `count` values of the block in place: each round adds the upper half to the lower one.
// The barriers keep the rounds apart; all threads of the block have to come here.
__device__ void add_halves(float* values, int count) {
  __syncthreads();
  for (; count > 1; count = (count + 1) / 2) {
    const int half = (count + 1) / 2;
    for (int i = threadIdx.x; i < count / 2; i += blockDim.x) values[i] += values[i + half];
    __syncthreads();
  }
}

// The partial sums go through global memory, which all blocks see and none of the others needs.
__global__ void sum_global(const float* in, float* scratch, float* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  scratch[i] = i < n ? in[i] : 0;
  add_halves(scratch + blockIdx.x * blockDim.x, blockDim.x);
  if (threadIdx.x == 0) sums[blockIdx.x] = scratch[i];
}

// The same in shared memory. Each block has its own 256 floats, as long as it runs.
__global__ void sum_static(const float* in, float* sums, int n) {
  __shared__ float partial[kBlock];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[threadIdx.x] = i < n ? in[i] : 0;
  add_halves(partial, blockDim.x);
  if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}

void show_requests(Experiment& experiment);
std::string wrong_sums(const float* sums, const std::vector<float>& input);

int main(int argc, char** argv) {
  const Options options(argc, argv, "Add up values block by block, in global and shared memory.");
  // An element of `in`, one of `scratch`, and less than a byte of the blocks' results.
  const int n = options.size(
      {.cpu = (1 << 16) + 1, .gpu = (1 << 28) + 1, .bytes_per_element = 2 * sizeof(float) + 1});
  const int blocks = (n - 1) / kBlock + 1;
  const std::vector<float> input = random_floats(n);

  float *in = nullptr, *scratch = nullptr, *sums = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&scratch, std::size_t{1} * blocks * kBlock * sizeof(float)));
  CHECK(cudaMalloc(&sums, blocks * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment("Block sums of " + std::to_string(n) + " floats, requests of warps",
                        1.0 * n * sizeof(float));
  show_requests(experiment);
  poison(sums, blocks);
  experiment.run(
      "global memory, 256 floats", [&] { sum_global<<<blocks, kBlock>>>(in, scratch, sums, n); },
      [&] { return wrong_sums(sums, input); });
  poison(sums, blocks);
  experiment.run(
      "static, 256 floats", [&] { sum_static<<<blocks, kBlock>>>(in, sums, n); },
      [&] { return wrong_sums(sums, input); });

  CHECK(cudaFree(in));
  CHECK(cudaFree(scratch));
  CHECK(cudaFree(sums));
  return experiment.report();
}

void show_requests(Experiment& experiment) {
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  const auto count = [&](const char* heading, double Counters::*requests) {
    experiment.show_count(heading, "%.0f", [=](const Counters& c) { return c.*requests; });
  };
  count("global loads", &Counters::global_load_requests);
  count("global stores", &Counters::global_store_requests);
  count("shared loads", &Counters::shared_load_requests);
  count("shared stores", &Counters::shared_store_requests);
}

std::string wrong_sums(const float* sums, const std::vector<float>& input) {
  const long long n = input.size(), blocks = (n - 1) / kBlock + 1;
  const auto expected = [&](long long block) {
    const long long first = block * kBlock, last = std::min(n, first + kBlock);
    return static_cast<float>(std::accumulate(&input[first], input.data() + last, 0.0));
  };
  return first_difference_on_device(sums, blocks, expected, {.relative = 1e-5, .absolute = 1e-4});
}
