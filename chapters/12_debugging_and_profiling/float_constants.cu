// Chapter 12 · float_constants
//
// 0.1 is a double, 0.1f a float: one letter decides which instructions a kernel is made of.
//
//   float_constants [--size N]      N floats, default 2^14 on the CPU backend, 2^26 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;
constexpr int kPeriod = 65521;  // the input repeats, for the host's sake

// The product is a double, because one factor is: the value is converted, and the result back.
__global__ void scale_in_double(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 0.1 + 2.5;
}

__global__ void scale_in_float(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 0.1f + 2.5f;
}

// The same many times for each value, so that the arithmetic takes longer than the memory. A float value is
// converted for each product with a double, and back; a double value only in the beginning and at the end.
template <class Constant, class Value, int kTimes>
__global__ void scale_often(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Value value = in[i];
#pragma unroll 64
  for (int k = 0; k < kTimes; ++k) value = value * Constant(0.1) + Constant(2.5);
  out[i] = value;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Compare float and double constants.");
  const int n = options.size({.cpu = 1 << 14, .gpu = 1 << 26});
  const std::vector<float> values = random_floats(kPeriod);
  std::vector<float> host_in(n);
  for (int i = 0; i < n; ++i) host_in[i] = values[i % kPeriod];
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMemcpy(in, host_in.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  const int grid = (n + kBlock - 1) / kBlock;
  Experiment experiment("scaling", out, n, 2.0 * n * sizeof(float), {.relative = 1e-5f});
  experiment.show({Column::kTime, Column::kOfCopy, Column::kSectorsPerLoad, Column::kInstructions,
                   Column::kStall});
  const auto run = [&](const char* name, auto* kernel, int times) {
    std::vector<double> expected;
    for (double value : values) {
      for (int k = 0; k < times; ++k) value = value * 0.1 + 2.5;
      expected.push_back(value);
    }
    experiment.run(
        name, [&] { kernel<<<grid, kBlock>>>(in, out, n); },
        [&](long long i) { return expected[i % kPeriod]; });
  };
  run("double constants", scale_in_double, 1);
  run("float constants", scale_in_float, 1);
  run("double, 64 times", scale_often<double, float, 64>, 64);
  run("  the value a double, too", scale_often<double, double, 64>, 64);
  run("float, 64 times", scale_often<float, float, 64>, 64);
  constexpr int kMany = 1024;
  if (has_times()) {
    run("double, 1024 times", scale_often<double, float, kMany>, kMany);
    run("  the value a double, too", scale_often<double, double, kMany>, kMany);
    run("float, 1024 times", scale_often<float, float, kMany>, kMany);
  }

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
