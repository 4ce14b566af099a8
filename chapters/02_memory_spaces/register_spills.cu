// Chapter 02 · register_spills
//
// A thread has at most 255 registers, or fewer if the program says so. What does not fit is written
// to local memory and read again: the compiler spills.
//
//   register_spills [--size N]      N threads, default 1024 on the CPU backend, 2^20 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;

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

// More values than a thread can have registers, so these loops are not unrolled completely,
// and the whole array is in local memory.
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

Table compiled_table();
void add_compiled(Table& compiled, const char* name, const void* kernel);

int main(int argc, char** argv) {
  const Options options(argc, argv, "More values than a thread has registers.");
  const int n =
      options.size({.cpu = 1024, .gpu = 1 << 20, .bytes_per_element = (320 + 1) * sizeof(float)});
  const int grid = (n + kBlock - 1) / kBlock;
  const std::vector<float> input = random_floats(static_cast<std::size_t>(n) * 320);

  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, input.size() * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), input.size() * sizeof(float), cudaMemcpyHostToDevice));

  const auto variance = [&](int t, int count) {
    const auto value = [&](int k) { return input[static_cast<std::size_t>(k) * n + t]; };
    double mean = 0, sum = 0;
    for (int k = 0; k < count; ++k) mean += value(k) / count;
    for (int k = 0; k < count; ++k) sum += (value(k) - mean) * (value(k) - mean);
    return static_cast<float>(sum / count);
  };
  Experiment experiment("Variances", out, n, /*bytes moved*/ 0, {.relative = 1e-4});
  experiment.show({Column::kTime});
  bool is_known = true;  // the model knows no spills, they follow from the compiler's decisions
  const auto count = [&](const char* heading, double Counters::*sectors) {
    experiment.show_count(heading, "%.0f", [&, sectors](const Counters& c) {
      return is_known ? c.*sectors / ((n + 31) / 32) : NAN;
    });
  };
  count("local sectors of a warp: written", &Counters::local_store_sectors);
  count("read", &Counters::local_load_sectors);
  Table compiled = compiled_table();
  const auto run = [&](const char* name, auto kernel, int values, bool spills = false) {
    is_known = !spills || !kHasModel;
    experiment.run(
        name, [&] { kernel<<<grid, kBlock>>>(in, out, n); },
        [&](int t) { return variance(t, values); });
    add_compiled(compiled, name, reinterpret_cast<const void*>(kernel));
  };
  run("variance_64", variance_64, 64);
  run("variance_64_bounded", variance_64_bounded, 64, true);
  run("variance_64_capped", variance_64_capped, 64, true);
  run("variance_320", variance_320, 320);
  run("variance_320_read_twice", variance_320_read_twice, 320);
  compiled.print();

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}

// The compiler's decisions, which the CPU backend cannot know.
Table compiled_table() {
  const bool known = !kCountsInsteadOfTimes;
  return Table(
      {"as compiled", {"registers", known}, {"local bytes", known}, {"resident warps", known}});
}

void add_compiled(Table& compiled, const char* name, const void* kernel) {
  cudaFuncAttributes attributes;
  int blocks = 0;
  CHECK(cudaFuncGetAttributes(&attributes, kernel));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, kBlock, 0));
  compiled.add({name, std::to_string(attributes.numRegs), std::to_string(attributes.localSizeBytes),
                std::to_string(blocks * kBlock / 32)});
}
