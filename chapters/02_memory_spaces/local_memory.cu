// Chapter 02 · local_memory
//
// A thread's variables are in registers where that is possible. Registers have numbers, which are
// part of the instructions. An array whose index is known only at run time needs addresses, so it
// goes to local memory: memory of the device that belongs to the thread.
//
//   local_memory [--size N]      N threads, default 1024 on the CPU backend, 2^20 on a GPU
#include "tutorial.cuh"

constexpr int kValues = 16;  // per thread
constexpr int kPicks = 64;   // each of them is picked 4 times
constexpr int kFirst = 7;
constexpr int kBlock = 256;

__host__ __device__ constexpr int next(int index) { return (index * 5 + 3) % kValues; }

// Every thread reads 16 values, then adds up 64 of them. Here the compiler knows all the indices
// when it has unrolled the loops: values[7] is just a register.
__global__ void known_index(const float* in, float* out, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  const float* at = in + t;
  float values[kValues];
#pragma unroll
  for (int k = 0; k < kValues; ++k) values[k] = at[1LL * k * n];
  float sum = 0;
#pragma unroll
  for (int pick = 0, index = kFirst; pick < kPicks; ++pick, index = next(index)) {
    sum += values[index];
  }
  out[t] = sum;
}

// The first index is an argument. An instruction cannot compute the number of a register, so the
// array needs addresses. All lanes want the same element: their copies lie side by side.
__global__ void argument_index(const float* in, float* out, int n, int first) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  const float* at = in + t;
  float values[kValues];
  for (int k = 0; k < kValues; ++k) values[k] = at[1LL * k * n];
  float sum = 0;
#pragma unroll 1  // one load per pick: unrolled, nvcc may reuse what a pick has loaded
  for (int pick = 0, index = first; pick < kPicks; ++pick, index = next(index)) {
    sum += values[index];
  }
  out[t] = sum;
}

// Each lane begins elsewhere: 32 lanes want 16 different elements.
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

Table compiled_table();
void add_compiled(Table& compiled, const char* name, const void* kernel);

int main(int argc, char** argv) {
  const Options options(argc, argv, "Arrays of a thread, in registers and in local memory.");
  const int n = options.size(
      {.cpu = 1024, .gpu = 1 << 20, .bytes_per_element = (kValues + 1) * sizeof(float)});
  const int grid = (n + kBlock - 1) / kBlock;
  const std::vector<float> input = random_floats(static_cast<std::size_t>(n) * kValues);

  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, input.size() * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), input.size() * sizeof(float), cudaMemcpyHostToDevice));

  const auto sum_from = [&](int t, int first) {
    float sum = 0;
    for (int pick = 0, index = first; pick < kPicks; ++pick, index = next(index)) {
      sum += input[static_cast<std::size_t>(index) * n + t];
    }
    return sum;
  };
  const auto from_first = [&](int t) { return sum_from(t, kFirst); };
  const auto from_own = [&](int t) { return sum_from(t, t % kBlock % kValues); };

  Experiment experiment("Arrays of each thread", out, n, /*bytes moved*/ 0, {.relative = 1e-4});
  experiment.show({Column::kTime});
  const int warps = (n + 31) / 32;
  experiment.show_count("local sectors of a warp: written", "%.0f",
                        [=](const Counters& c) { return c.local_store_sectors / warps; });
  experiment.show_count("read", "%.0f",
                        [=](const Counters& c) { return c.local_load_sectors / warps; });
  experiment.show_count("per load", "%.2f", [](const Counters& c) {
    return c.local_load_sectors / c.local_load_requests;
  });
  experiment.run(
      "known_index", [&] { known_index<<<grid, kBlock>>>(in, out, n); }, from_first);
  experiment.run(
      "argument_index", [&] { argument_index<<<grid, kBlock>>>(in, out, n, kFirst); }, from_first);
  experiment.run(
      "own_index", [&] { own_index<<<grid, kBlock>>>(in, out, n); }, from_own);

  Table compiled = compiled_table();
  add_compiled(compiled, "known_index", reinterpret_cast<const void*>(known_index));
  add_compiled(compiled, "argument_index", reinterpret_cast<const void*>(argument_index));
  add_compiled(compiled, "own_index", reinterpret_cast<const void*>(own_index));
  compiled.print();

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}

// The compiler's decisions, which the CPU backend cannot know.
Table compiled_table() {
  return Table({"as compiled",
                {"registers", !kCountsInsteadOfTimes},
                {"local bytes", !kCountsInsteadOfTimes}});
}

void add_compiled(Table& compiled, const char* name, const void* kernel) {
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, kernel));
  compiled.add(
      {name, std::to_string(attributes.numRegs), std::to_string(attributes.localSizeBytes)});
}
