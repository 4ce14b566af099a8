// Chapter 02 · local_memory_avoided
//
// An array with an index that is known only at run time goes to local memory. Two ways out: look at
// all its elements, or keep it in shared memory, which has addresses, too.
//
//   local_memory_avoided [--size N]      N threads, default 1024 on the CPU backend, 2^20 on a GPU
#include "tutorial.cuh"

constexpr int kValues = 16;  // per thread
constexpr int kPicks = 64;   // each of them is picked 4 times
constexpr int kBlock = 256;

__host__ __device__ constexpr int next(int index) { return (index * 5 + 3) % kValues; }

// Local memory: each lane begins elsewhere, so 32 lanes want 16 different elements.
__global__ void own_index(const float* in, float* out, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  const float* at = in + t;
  float values[kValues];
  for (int k = 0; k < kValues; ++k) values[k] = at[1LL * k * n];
  float sum = 0;
#pragma unroll 1
  for (int pick = 0, index = threadIdx.x % kValues; pick < kPicks; ++pick, index = next(index)) {
    sum += values[index];
  }
  out[t] = sum;
}

// Way out 1: look at all values and keep the right one. 16 times the work, all of it in registers.
__global__ void own_index_selected(const float* in, float* out, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  const float* at = in + t;
  float values[kValues];
#pragma unroll
  for (int k = 0; k < kValues; ++k) values[k] = at[1LL * k * n];
  float sum = 0;
  for (int pick = 0, index = threadIdx.x % kValues; pick < kPicks; ++pick, index = next(index)) {
    float picked = 0;
#pragma unroll
    for (int k = 0; k < kValues; ++k) picked = k == index ? values[k] : picked;
    sum += picked;
  }
  out[t] = sum;
}

// Way out 2: shared memory has addresses. Element k of thread t is at [k][t], so whatever k they
// want, 32 threads are in 32 different banks.
__global__ void own_index_shared(const float* in, float* out, int n) {
  __shared__ float values[kValues][kBlock];
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  const float* at = in + t;
  for (int k = 0; k < kValues; ++k) values[k][threadIdx.x] = at[1LL * k * n];
  float sum = 0;
#pragma unroll 1
  for (int pick = 0, index = threadIdx.x % kValues; pick < kPicks; ++pick, index = next(index)) {
    sum += values[index][threadIdx.x];
  }
  out[t] = sum;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "An array of a thread in local memory, and two ways out.");
  const int n = options.size(
      {.cpu = 1024, .gpu = 1 << 20, .bytes_per_element = (kValues + 1) * sizeof(float)});
  const int grid = (n + kBlock - 1) / kBlock;
  const std::vector<float> input = random_floats(static_cast<std::size_t>(n) * kValues);

  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, input.size() * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), input.size() * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment("Arrays of each thread", out, n, /*bytes moved*/ 0, {.relative = 1e-4});
  experiment.show({Column::kTime});
  const auto count = [&](const char* heading, double Counters::*counted) {
    experiment.show_count(heading, "%.0f",
                          [=](const Counters& c) { return c.*counted / ((n + 31) / 32); });
  };
  count("of a warp: local sectors read", &Counters::local_load_sectors);
  count("shared loads", &Counters::shared_load_requests);
  count("bank conflicts", &Counters::bank_conflicts);
  const auto sum_from_own = [&](int t) {
    float sum = 0;
    for (int pick = 0, index = t % kBlock % kValues; pick < kPicks; ++pick, index = next(index)) {
      sum += input[static_cast<std::size_t>(index) * n + t];
    }
    return sum;
  };
  experiment.run(
      "own_index", [&] { own_index<<<grid, kBlock>>>(in, out, n); }, sum_from_own);
  experiment.run(
      "own_index_selected", [&] { own_index_selected<<<grid, kBlock>>>(in, out, n); },
      sum_from_own);
  experiment.run(
      "own_index_shared", [&] { own_index_shared<<<grid, kBlock>>>(in, out, n); }, sum_from_own);

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
