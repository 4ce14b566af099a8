// Chapter 02 · local_memory
//
// What a thread declares is kept in registers where that is possible. Registers have numbers, which
// are part of the instructions, and a thread has at most 255. What needs an address, or does not
// fit, goes to local memory: a private piece of global memory.
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

// The variance takes two passes over the values, so all of them are kept from the first to the
// second: 64 registers, and some to work with.
__device__ __forceinline__ void variance_of_64(const float* in, float* out, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  const float* at = in + t;
  float values[64];
#pragma unroll
  for (int k = 0; k < 64; ++k) values[k] = at[1LL * k * n];
  float mean = 0, sum = 0;
#pragma unroll
  for (int k = 0; k < 64; ++k) mean += values[k] / 64;
#pragma unroll
  for (int k = 0; k < 64; ++k) sum += (values[k] - mean) * (values[k] - mean);
  out[t] = sum / 64;
}
__global__ void variance_64(const float* in, float* out, int n) { variance_of_64(in, out, n); }

// 8 blocks of 256 threads shall fit on a multiprocessor: 65536 / 2048 = 32 registers. The compiler
// spills the rest: it writes values to local memory and reads them again when they are needed.
__global__ void __launch_bounds__(kBlock, 8)
    variance_64_bounded(const float* in, float* out, int n) {
  variance_of_64(in, out, n);
}

// The cap said directly. nvcc's option -maxrregcount=32 says it for all kernels of a file.
__global__ void __maxnreg__(32) variance_64_capped(const float* in, float* out, int n) {
  variance_of_64(in, out, n);
}

// More values than a thread can have registers, so nobody tries to unroll these loops completely:
// the whole array is in local memory.
__global__ void variance_320(const float* in, float* out, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  const float* at = in + t;
  float values[320];
#pragma unroll 4
  for (int k = 0; k < 320; ++k) values[k] = at[1LL * k * n];
  float mean = 0, sum = 0;
#pragma unroll 4
  for (int k = 0; k < 320; ++k) mean += values[k] / 320;
#pragma unroll 4
  for (int k = 0; k < 320; ++k) sum += (values[k] - mean) * (values[k] - mean);
  out[t] = sum / 320;
}

// The way out: keep nothing, and read the values from where they are a second time.
__global__ void variance_320_read_twice(const float* in, float* out, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  const float* at = in + t;
  float mean = 0, sum = 0;
#pragma unroll 4
  for (int k = 0; k < 320; ++k, at += n) mean += *at / 320;
  at = in + t;
#pragma unroll 4
  for (int k = 0; k < 320; ++k, at += n) sum += (*at - mean) * (*at - mean);
  out[t] = sum / 320;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Arrays of a thread, in registers and in local memory.");
  const int n =
      options.size({.cpu = 1024, .gpu = 1 << 20, .bytes_per_element = (320 + 1) * sizeof(float)});
  const int grid = (n + kBlock - 1) / kBlock;
  const std::vector<float> input = random_floats(static_cast<std::size_t>(n) * 320);
  const auto value = [&](int t, int k) { return input[static_cast<std::size_t>(k) * n + t]; };
  const auto sum_from = [&](int t, int first) {
    float sum = 0;
    for (int pick = 0, index = first; pick < kPicks; ++pick, index = next(index)) {
      sum += value(t, index);
    }
    return sum;
  };
  const auto variance = [&](int t, int count) {
    double mean = 0, sum = 0;
    for (int k = 0; k < count; ++k) mean += value(t, k) / count;
    for (int k = 0; k < count; ++k) sum += (value(t, k) - mean) * (value(t, k) - mean);
    return static_cast<float>(sum / count);
  };
  const auto from_first = [&](int t) { return sum_from(t, kFirst); };
  const auto from_own = [&](int t) { return sum_from(t, t % kBlock % kValues); };
  const auto of_64 = [&](int t) { return variance(t, 64); };
  const auto of_320 = [&](int t) { return variance(t, 320); };

  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, input.size() * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), input.size() * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment("Arrays of each thread", out, n, /*bytes moved*/ 0, {.relative = 1e-4});
  experiment.show({Column::kTime, Column::kSectorsPerLoad, Column::kBankConflicts});

  // The compiler's decisions, which the CPU backend cannot know, and the traffic. `Spills` is for kernels
  // whose traffic follows from those decisions.
  enum Cause { kArray, kSpills };
  const bool has_compiler = !kCountsInsteadOfTimes;
  Table compiler({"as compiled",
                  {"registers", has_compiler},
                  {"local bytes", has_compiler},
                  {"resident warps", has_compiler}});
  Table traffic({"local sectors of a warp", counted("written"), counted("read"),
                 counted("per load request")});
  const auto run = [&](const char* name, Cause cause, auto kernel, const auto& launch,
                       const auto& expected) {
    cudaFuncAttributes attributes;
    int blocks = 0;
    CHECK(cudaFuncGetAttributes(&attributes, kernel));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, kBlock, 0));
    compiler.add({name, std::to_string(attributes.numRegs),
                  std::to_string(attributes.localSizeBytes), std::to_string(blocks * kBlock / 32)});

    const Counters c = experiment.run(name, launch, expected);
    const auto known = [&](const char* format, double value) {
      return figure(format, cause == kArray || has_compiler ? value : NAN);
    };
    const int warps = (n + 31) / 32;
    traffic.add({name, known("%.0f", c.local_store_sectors / warps),
                 known("%.0f", c.local_load_sectors / warps),
                 known("%.2f", c.local_load_sectors / c.local_load_requests)});
  };
  run(
      "known_index", kArray, known_index, [&] { known_index<<<grid, kBlock>>>(in, out, n); },
      from_first);
  run(
      "argument_index", kArray, argument_index,
      [&] { argument_index<<<grid, kBlock>>>(in, out, n, kFirst); }, from_first);
  run(
      "own_index", kArray, own_index, [&] { own_index<<<grid, kBlock>>>(in, out, n); }, from_own);
  run(
      "own_index_selected", kArray, own_index_selected,
      [&] { own_index_selected<<<grid, kBlock>>>(in, out, n); }, from_own);
  run(
      "own_index_shared", kArray, own_index_shared,
      [&] { own_index_shared<<<grid, kBlock>>>(in, out, n); }, from_own);
  run(
      "variance_64", kArray, variance_64, [&] { variance_64<<<grid, kBlock>>>(in, out, n); },
      of_64);
  run(
      "variance_64_bounded", kSpills, variance_64_bounded,
      [&] { variance_64_bounded<<<grid, kBlock>>>(in, out, n); }, of_64);
  run(
      "variance_64_capped", kSpills, variance_64_capped,
      [&] { variance_64_capped<<<grid, kBlock>>>(in, out, n); }, of_64);
  run(
      "variance_320", kArray, variance_320, [&] { variance_320<<<grid, kBlock>>>(in, out, n); },
      of_320);
  run(
      "variance_320_read_twice", kArray, variance_320_read_twice,
      [&] { variance_320_read_twice<<<grid, kBlock>>>(in, out, n); }, of_320);
  compiler.print();
  traffic.print();

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
