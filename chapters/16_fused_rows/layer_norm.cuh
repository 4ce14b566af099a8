// What layer_norm needs on the host: the reference, how far a result may be from it, and the table.
#pragma once

#include "layer_norm_kernels.cuh"
#include "tutorial.cuh"

using Norm = void (*)(const float* in, const float* gain, const float* bias, float* out, int rows,
                      int n);

inline Option length_option() {
  return {
      .name = "length", .fallback = 1024, .min = 2, .max = 32 * kKept, .help = "elements of a row"};
}

// In double precision; also the smallest variance of a row, for the bound.
struct Normalised {
  std::vector<float> values;
  double least_variance = INFINITY;
};
inline Normalised normalise(const std::vector<float>& input, const std::vector<float>& gain,
                            const std::vector<float>& bias) {
  const std::size_t n = gain.size();
  std::vector<double> variances(input.size() / n);
  Normalised result = {std::vector<float>(input.size())};
  const auto rows = [&](std::size_t first, std::size_t end) {
    for (std::size_t row = first * n; row < end * n; row += n) {
      double mean = 0, variance = 0;
      for (std::size_t i = 0; i < n; ++i) mean += input[row + i] / static_cast<double>(n);
      for (std::size_t i = 0; i < n; ++i)
        variance += std::pow(input[row + i] - mean, 2) / static_cast<double>(n);
      const double factor = 1 / std::sqrt(variance + kEpsilon);
      for (std::size_t i = 0; i < n; ++i) {
        result.values[row + i] =
            static_cast<float>((input[row + i] - mean) * factor * gain[i] + bias[i]);
      }
      variances[row / n] = variance;
    }
  };
  tutorial::in_parts(static_cast<long long>(variances.size()), rows, static_cast<long long>(n));
  result.least_variance = *std::min_element(variances.begin(), variances.end());
  return result;
}

// How far a result may be off, for elements from `shift` - 1 to `shift` + 2 and gains and biases of at most 2. One
// rounding costs 2^-24 of a value, and an element goes through at most `steps` of them on its way into a sum: those of
// a lane, which adds one element at a time or sums of four (3 more), and 5 between lanes.
inline double absolute_bound(int n, double shift, double variance, bool is_stable) {
  const double unit = std::ldexp(1.0, -24), spread = 3, largest = shift + 2, gain = 2;
  const double steps = std::max((n - 1) / 32 + 1, 3 + (n - 1) / 128 + 1) + 5;
  // Of the mean: each step rounds a value as large as the elements, or (Welford) a mean and distances to it.
  const double mean = (steps + 1) * unit * (largest + 3 * spread);
  // Of the variance: two distances with that error are multiplied, and the products are added. Without distances, two
  // values as large as the elements' squares are subtracted.
  const double of_variance =
      is_stable ? 4 * spread * mean + mean * mean + (steps + 4) * unit * spread * spread
                : (2 * steps + 4) * unit * largest * largest;
  const double deviation = std::sqrt(variance), normal = spread / deviation;
  // The result: rsqrtf is good to 2 units in the last place, and six other operations round.
  return gain * (mean / deviation + normal * (of_variance / (2 * variance) + 10 * unit)) +
         (gain * normal + 2) * unit;
}

// ways(run) calls run(name, kernel, is_stable) for each way. One that isn't stable is compared with the reference near
// 0 only: far away its bound is larger than the results. A fourth argument is what has to divide a row's length.
template <class Ways>
bool compare_norms(const Options& options, const Ways& ways) {
  const int size = options.size({.cpu = 1 << 16, .gpu = 1 << 26});
  const int n = static_cast<int>(options["length"]), rows = std::max(1, size / n);
  const long long count = 1LL * rows * n;
  std::vector<float> input = random_floats(count);
  const std::vector<float> gains = random_floats(n), biases = random_floats(n);
  float *in = nullptr, *gain = nullptr, *bias = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, count * sizeof(float)));
  CHECK(cudaMalloc(&gain, n * sizeof(float)));
  CHECK(cudaMalloc(&bias, n * sizeof(float)));
  CHECK(cudaMalloc(&out, count * sizeof(float)));
  CHECK(cudaMemcpy(gain, gains.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(bias, biases.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  bool ok = true;
  for (const int shift : {0, 10000}) {
    for (float& x : input) x += static_cast<float>(shift);
    CHECK(cudaMemcpy(in, input.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    const Normalised expected = normalise(input, gains, biases);
    Experiment experiment(
        std::to_string(rows) + " rows of " + std::to_string(n) + " around " + std::to_string(shift),
        out, count, 8.0 * count);
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kLoadRequests});
    experiment.show_count("bytes loaded/element", "%.2f",
                          [=](const Counters& c) { return 32 * c.global_load_sectors / count; });
    double error = 0;
    experiment.show_count("largest error", "%.0e", [&](const Counters&) { return error; });
    ways([&](const std::string& name, Norm kernel, bool is_stable, int multiple = 1) {
      if (n % multiple != 0) {
        experiment.skip(name, "rows have no whole number of float4");
        return;
      }
      experiment.run(
          name,
          [&] { kernel<<<(rows - 1) / (kBlock / 32) + 1, kBlock>>>(in, gain, bias, out, rows, n); },
          [&] {
            std::vector<float> got(count);
            CHECK(cudaMemcpy(got.data(), out, count * sizeof(float), cudaMemcpyDeviceToHost));
            std::vector<double> errors(rows);
            const auto largest_errors = [&](long long row, long long end) {
              for (; row < end; ++row) {
                for (long long i = row * n; i < (row + 1) * n; ++i) {
                  const double off = std::abs(static_cast<double>(got[i]) - expected.values[i]);
                  errors[row] = std::max(errors[row], off);
                }
              }
            };
            tutorial::in_parts(rows, largest_errors, n);
            error = *std::max_element(errors.begin(), errors.end());
            if (shift != 0 && !is_stable) return std::string();
            const double bound = absolute_bound(n, shift, expected.least_variance, is_stable);
            return first_difference_on_device(out, count, expected.values,
                                              {.absolute = bound, .columns = n});
          });
    });
    ok &= experiment.finish();
  }
  for (float* memory : {in, gain, bias, out}) CHECK(cudaFree(memory));
  return ok;
}
