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

// The same 64 times for each value, so that the arithmetic takes longer than the memory.
template <class T>
__global__ void scale_64_times(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float value = in[i];
#pragma unroll
  for (int k = 0; k < 64; ++k) value = value * T(0.1) + T(2.5);
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
  std::vector<double> once, often;
  for (double value : values) {
    once.push_back(value * 0.1 + 2.5);
    for (int k = 0; k < 64; ++k) value = value * 0.1 + 2.5;
    often.push_back(value);
  }
  const auto expect_once = [&](long long i) { return once[i % kPeriod]; };
  const auto expect_often = [&](long long i) { return often[i % kPeriod]; };
  experiment.run(
      "double constants", [&] { scale_in_double<<<grid, kBlock>>>(in, out, n); }, expect_once);
  experiment.run(
      "float constants", [&] { scale_in_float<<<grid, kBlock>>>(in, out, n); }, expect_once);
  experiment.run(
      "double, 64 times", [&] { scale_64_times<double><<<grid, kBlock>>>(in, out, n); },
      expect_often);
  experiment.run(
      "float, 64 times", [&] { scale_64_times<float><<<grid, kBlock>>>(in, out, n); },
      expect_often);
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
