// Chapter 16 · bias_gelu
//
// What follows a matrix product in a network: y = gelu(x + bias) + residual, with a bias per column
// and gelu(x) = x / 2 * (1 + erf(x / sqrt(2))). A kernel per operation writes every result to memory,
// for the next one to read. One kernel for all keeps them in registers.
//
//   bias_gelu [--size N] [--length L]      N floats in all, default 2^16 on the CPU backend, 2^26 on a
//                                          GPU; in rows of L, default 1024
#include "tutorial.cuh"

constexpr int kBlock = 256;

// Blocks with the same x share a row of n elements.
__device__ int column_of_thread() { return blockIdx.y * kBlock + threadIdx.x; }
__device__ long long row_start(int n) { return 1LL * blockIdx.x * n; }

__device__ float gelu(float x) { return 0.5f * x * (1 + erff(x * 0.70710678f)); }

// Three operations, three kernels.
__global__ void add_bias(const float* x, const float* bias, float* out, int n) {
  const int column = column_of_thread();
  if (column < n) out[row_start(n) + column] = x[row_start(n) + column] + bias[column];
}

__global__ void apply_gelu(float* x, int n) {
  const int column = column_of_thread();
  if (column < n) x[row_start(n) + column] = gelu(x[row_start(n) + column]);
}

__global__ void add_residual(float* x, const float* residual, int n) {
  const int column = column_of_thread();
  if (column < n) x[row_start(n) + column] += residual[row_start(n) + column];
}

// The same in one kernel: what lies between the operations never gets to memory.
__global__ void fused(const float* x, const float* bias, const float* residual, float* out, int n) {
  const int column = column_of_thread();
  if (column >= n) return;
  const long long i = row_start(n) + column;
  out[i] = gelu(x[i] + bias[column]) + residual[i];
}

// Four neighbours per thread: as many bytes in a quarter of the requests. n is a multiple of 4.
__global__ void fused_by_four(const float4* x, const float4* bias, const float4* residual,
                              float4* out, int n4) {
  const int column = column_of_thread();
  if (column >= n4) return;
  const long long i = row_start(n4) + column;
  const float4 a = x[i], b = bias[column], r = residual[i];
  out[i] = make_float4(gelu(a.x + b.x) + r.x, gelu(a.y + b.y) + r.y, gelu(a.z + b.z) + r.z,
                       gelu(a.w + b.w) + r.w);
}

std::vector<float> reference(const std::vector<float>& x, const std::vector<float>& bias,
                             const std::vector<float>& residual);
float* on_device(const std::vector<float>& values);

int main(int argc, char** argv) {
  const Options options(argc, argv, "Bias, GELU and residual: a kernel each, and one for all.",
                        {{.name = "length",
                          .fallback = 1024,
                          .min = 1,
                          .max = 1 << 20,
                          .help = "elements of a row"}});
  const int size = options.size({.cpu = 1 << 16, .gpu = 1 << 26, .bytes_per_element = 12});
  const int n = static_cast<int>(options["length"]), rows = std::max(1, size / n);
  const long long count = 1LL * rows * n;
  const std::vector<float> input = random_floats(count), biases = random_floats(n),
                           residuals = random_floats(count);
  float *x = on_device(input), *bias = on_device(biases), *residual = on_device(residuals);
  float* out = on_device(input);

  // In units of 2^-24, one rounding: |x + bias| is at most 4 and the residual at most 2. The sum is
  // rounded (1), so is the product below erf (2); erff is good to 2 units in the last place (4), and
  // three more operations round. That is 8 at most of 4; the last sum and the reference have 6 each.
  Experiment experiment(std::to_string(rows) + " rows of " + std::to_string(n), out, count,
                        12.0 * count, {.absolute = std::ldexp(8 * 4 + 6 + 6, -24), .columns = n});
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kLoadRequests});
  experiment.show_count("bytes loaded/element", "%.2f",
                        [=](const Counters& c) { return 32 * c.global_load_sectors / count; });
  experiment.show_count("stored/element", "%.2f",
                        [=](const Counters& c) { return 32 * c.global_store_sectors / count; });
  const std::vector<float> expected = reference(input, biases, residuals);
  const auto grid = [=](int columns) { return dim3(rows, (columns - 1) / kBlock + 1); };
  experiment.run(
      "three kernels",
      [&] {
        add_bias<<<grid(n), kBlock>>>(x, bias, out, n);
        apply_gelu<<<grid(n), kBlock>>>(out, n);
        add_residual<<<grid(n), kBlock>>>(out, residual, n);
      },
      expected);
  experiment.run(
      "one kernel", [&] { fused<<<grid(n), kBlock>>>(x, bias, residual, out, n); }, expected);
  if (n % 4 == 0) {
    const auto by_four = [](float* p) { return reinterpret_cast<float4*>(p); };
    experiment.run(
        "one kernel, float4",
        [&] {
          fused_by_four<<<grid(n / 4), kBlock>>>(by_four(x), by_four(bias), by_four(residual),
                                                 by_four(out), n / 4);
        },
        expected);
  } else {
    experiment.skip("one kernel, float4", "rows have no whole number of float4");
  }
  for (float* memory : {x, bias, residual, out}) CHECK(cudaFree(memory));
  return experiment.report();
}

std::vector<float> reference(const std::vector<float>& x, const std::vector<float>& bias,
                             const std::vector<float>& residual) {
  std::vector<float> result(x.size());
  tutorial::in_parts(static_cast<long long>(x.size()), [&](std::size_t i, std::size_t end) {
    for (; i < end; ++i) {
      const double z = 1.0 * x[i] + bias[i % bias.size()];
      result[i] = static_cast<float>(z / 2 * (1 + std::erf(z * std::sqrt(0.5))) + residual[i]);
    }
  });
  return result;
}

float* on_device(const std::vector<float>& values) {
  float* memory = nullptr;
  CHECK(cudaMalloc(&memory, values.size() * sizeof(float)));
  CHECK(cudaMemcpy(memory, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
  return memory;
}
