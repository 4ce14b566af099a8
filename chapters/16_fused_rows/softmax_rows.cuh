// What softmax_rows needs on the host: the reference, how far a result may be from it, and the table.
#pragma once

#include "tutorial.cuh"

constexpr int kBlock = 256;
constexpr int kKept = 32;  // floats of a row that a thread can keep in registers
constexpr float kInf = INFINITY;
constexpr float kLow = -5, kHigh = 10;  // of the elements that are not -inf

// In double precision. A row without a number has zeros.
inline std::vector<float> softmax_of(const std::vector<float>& input, int n) {
  std::vector<float> result(input.size());
  const auto rows = [&](long long first, long long last) {
    for (long long row = first * n; row < last * n; row += n) {
      const auto begin = input.begin() + row, end = begin + n;
      const double max = *std::max_element(begin, end);
      if (max == -kInf) continue;
      double sum = 0;
      for (auto x = begin; x != end; ++x) sum += std::exp(*x - max);
      std::transform(begin, end, result.begin() + row,
                     [&](float x) { return static_cast<float>(std::exp(x - max) / sum); });
    }
  };
  tutorial::in_parts(static_cast<long long>(input.size()) / n, rows, n);
  return result;
}

// How far a result may be off, relative to it. In units of 2^-24, which one rounding may cost: an exponential has 4 (2
// units in the last place), and the rounded difference in its exponent up to the range R of the elements. A partial
// sum is scaled and added to in each step: 4 + 2. All its factors together span R once. Then come two more
// exponentials, a division and two products; 15 steps join threads, warps and blocks.
inline double relative_bound(int n) {
  const double range = kHigh - kLow, steps = std::max(kKept, n / kBlock + 1) + 15;
  return std::ldexp(3 * (range + 4) + range + 6 * steps + 3, -24) *
         1.001;  // the last factor: products of errors
}

inline Option length_option() {
  return {
      .name = "length", .max = kBlock * kKept * 8, .help = "elements of a row; 0: several lengths"};
}

// Every seventh element is -inf, and so is a whole row in the middle.
inline std::vector<float> softmax_input(int rows, int n) {
  std::vector<float> input = random_floats(static_cast<std::size_t>(rows) * n, kLow, kHigh);
  for (std::size_t i = 3; i < input.size(); i += 7) input[i] = -kInf;
  if (rows > 1) std::fill_n(input.begin() + static_cast<std::size_t>(rows / 2) * n, n, -kInf);
  return input;
}

// For rows of several lengths: ways(run, in, out, rows, n) calls run(name, launch) for each way to compute `rows` rows
// of n floats. Returns whether all results were right.
template <class Ways>
bool compare_softmax(const Options& options, const Ways& ways) {
  const int size = options.size({.cpu = 120000, .gpu = 1 << 26});
  const int length = static_cast<int>(options["length"]);
  bool ok = true;
  for (const int n : length > 0 ? std::vector{length} : std::vector{1000, 8000, 40000}) {
    const int rows = std::max(1, size / n);
    const long long count = 1LL * rows * n;
    const std::vector<float> input = softmax_input(rows, n), expected = softmax_of(input, n);
    float *in = nullptr, *out = nullptr;
    CHECK(cudaMalloc(&in, count * sizeof(float)));
    CHECK(cudaMalloc(&out, count * sizeof(float)));
    CHECK(cudaMemcpy(in, input.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    Experiment experiment(std::to_string(rows) + " rows of " + std::to_string(n), out, count,
                          8.0 * count, {.relative = relative_bound(n), .columns = n});
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
    experiment.show_count("bytes loaded/element", "%.2f",
                          [=](const Counters& c) { return 32 * c.global_load_sectors / count; });
    experiment.show_count("shared requests", "%.0f", &Counters::shared_requests);
    experiment.show_count("remote requests", "%.0f", &Counters::distributed_requests);
    const auto run = [&](const std::string& name, const auto& launch) {
      experiment.run(name, launch, expected);
    };
    ways(run, static_cast<const float*>(in), out, rows, n);
    ok &= experiment.finish();
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
  }
  return ok;
}
