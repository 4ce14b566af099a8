// What the programs with attention need on the host: the reference, how far a result may be from it, and the table.
#pragma once

#include <cuda_bf16.h>

#include "tutorial.cuh"

constexpr float kInf = INFINITY;

// A head has n queries, n keys and n values, each a row of kDim elements. Causal: query i sees keys 0 to i.
template <class T>
struct Attention {
  const T *q, *k, *v;
  float* out;
  float* matrix;  // heads × n × n floats, for those who need them
  int heads, n;
  bool causal;
  float scale;  // of q · k: 1 / √kDim
};

// One query's result in double precision, with what its bound is made of.
struct ExpectedRow {
  std::vector<double> value, magnitude;  // sums of p v and of p |v|
  double score = 0;                      // the largest sum of |q k|, scaled
};

// key(j) and value(j) are pointers to rows of `dim` floats.
template <class Key, class Value>
ExpectedRow expected_row(const float* q, int dim, int keys, const Key& key, const Value& value) {
  ExpectedRow row = {std::vector<double>(dim), std::vector<double>(dim)};
  std::vector<double> p(keys);
  for (int j = 0; j < keys; ++j) {
    double score = 0, magnitude = 0;
    for (int c = 0; c < dim; ++c) {
      const double product = double{q[c]} * key(j)[c];
      score += product;
      magnitude += std::abs(product);
    }
    p[j] = score / std::sqrt(dim);
    row.score = std::max(row.score, magnitude / std::sqrt(dim));
  }
  const double max = *std::max_element(p.begin(), p.end());
  double sum = 0;
  for (double& x : p) sum += x = std::exp(x - max);
  for (int j = 0; j < keys; ++j) {
    for (int c = 0; c < dim; ++c) {
      row.value[c] += p[j] / sum * value(j)[c];
      row.magnitude[c] += p[j] / sum * std::abs(value(j)[c]);
    }
  }
  return row;
}

// How far a result may be off, relative to the sum of p |v|. The unit is 2^-24: one rounding to float, and 1/16 of
// what a tensor core may lose in 16 products. A score is a sum of dim products, each weight e^(score - max) has 8 more
// roundings of a score and 4 units of its own, and every one of `steps` rescalings 3 and 6. A weight counts twice, above
// and below the fraction's line, and so do the `keys` additions. In bfloat16 a weight is also rounded to 8 bits, above
// alone.
inline double relative_bound(double score, int dim, int keys, int steps, bool bf16) {
  const double weight = score * (dim + 8 + 3 * steps) + 4 + 6 * steps;
  return 1.01 * (std::ldexp(2 * (weight + keys + 2), -24) + (bf16 ? std::ldexp(1, -8) : 0));
}

// The first element that is too far off, or nothing.
inline std::string wrong_row(const float* got, const ExpectedRow& row, double relative) {
  for (std::size_t c = 0; c < row.value.size(); ++c) {
    const std::string text = difference(got[c], static_cast<float>(row.value[c]),
                                        {.absolute = relative * row.magnitude[c]});
    if (!text.empty()) return "column " + std::to_string(c) + ": " + text;
  }
  return "";
}

// Random numbers that T can hold. Very many of them repeat, in a period that is a prime: no row is like its neighbours.
template <class T>
std::vector<float> random_elements(std::size_t count, float low, float high) {
  constexpr std::size_t kPeriod = (1 << 23) - 15;
  std::vector<float> values = random_floats(std::min(count, kPeriod), low, high);
  for (float& x : values) x = static_cast<float>(static_cast<T>(x));
  values.resize(count);
  for (std::size_t i = kPeriod; i < count; i += kPeriod) {
    std::copy_n(values.begin(), std::min(kPeriod, count - i), values.begin() + i);
  }
  return values;
}

template <class T>
T* on_device(const std::vector<float>& values) {
  std::vector<T> elements(values.size());
  tutorial::in_parts(static_cast<long long>(values.size()), [&](std::size_t i, std::size_t end) {
    for (; i < end; ++i) elements[i] = static_cast<T>(values[i]);
  });
  T* device = nullptr;
  CHECK(cudaMalloc(&device, sizeof(T) * elements.size()));
  CHECK(cudaMemcpy(device, elements.data(), sizeof(T) * elements.size(), cudaMemcpyHostToDevice));
  return device;
}

inline double kib_loaded(const Counters& c) { return 32 * c.global_load_sectors / 1024; }
inline double kib_stored(const Counters& c) { return 32 * c.global_store_sectors / 1024; }

// The inputs and the reference of one length.
template <class T, int kDim>
class Problem {
 public:
  Problem(int heads, int n) : heads_(heads), n_(n) {
    const std::size_t count = std::size_t(heads) * n * kDim;
    for (auto* values : {&q_, &k_}) *values = random_elements<T>(count, -2, 2.5);
    v_ = random_elements<T>(count, -1, 2);
    a_.q = on_device<T>(q_), a_.k = on_device<T>(k_), a_.v = on_device<T>(v_);
    CHECK(cudaMalloc(&a_.out, sizeof(float) * count));
    CHECK(cudaMalloc(&a_.matrix, sizeof(float) * heads * n * n));
    a_.heads = heads, a_.n = n;
    a_.scale = 1 / std::sqrt(static_cast<float>(kDim));
  }
  Problem(const Problem&) = delete;
  ~Problem() {
    CHECK(cudaFree(const_cast<T*>(a_.q)));
    CHECK(cudaFree(const_cast<T*>(a_.k)));
    CHECK(cudaFree(const_cast<T*>(a_.v)));
    CHECK(cudaFree(a_.out));
    CHECK(cudaFree(a_.matrix));
  }

  // ways(run, attention) calls run(name, launch) for each way to compute it. Returns whether all results were right.
  template <class Ways>
  bool compare(bool causal, bool with_naive, const Ways& ways) {
    a_.causal = causal;
    const std::vector<ExpectedRow> expected = reference();
    const double pairs = heads_ * (causal ? 0.5 * n_ * (n_ + 1) : 1.0 * n_ * n_);
    Experiment experiment(std::to_string(heads_) + " heads, " + std::to_string(n_) + " rows of " +
                              std::to_string(kDim) + (causal ? ", causal" : ""),
                          a_.out, 1LL * heads_ * n_ * kDim, 0);
    experiment.operations(4 * kDim * pairs);
    if (with_naive) {
      experiment.show({Column::kTime, Column::kTflops, Column::kOfPeer, Column::kBankConflicts});
      experiment.compare_with("naive", "× naive");
    } else {
      experiment.show({Column::kTime, Column::kTflops, Column::kBankConflicts});
    }
    experiment.show_count("KiB loaded", "%.0f", kib_loaded);
    experiment.show_count("KiB stored", "%.0f", kib_stored);
    experiment.show_count("shared requests", "%.0f", &Counters::shared_requests);
    const auto run = [&](const std::string& name, const auto& launch) {
      if (name == "naive" && !with_naive) return;
      experiment.run(name, launch, [&] { return wrong(expected); });
    };
    ways(run, a_);
    return experiment.finish();
  }

 private:
  // Of all rows, or where there are many, of every step-th; an odd step, so that no tile is spared.
  int step() const { return heads_ * n_ > 4096 ? heads_ * n_ / 512 | 1 : 1; }

  std::vector<ExpectedRow> reference() const {
    std::vector<ExpectedRow> rows;
    for (int i = 0; i < heads_ * n_; i += step()) {
      const std::size_t head = std::size_t(i / n_) * n_ * kDim;
      rows.push_back(expected_row(
          &q_[std::size_t(i) * kDim], kDim, a_.causal ? i % n_ + 1 : n_,
          [&](int j) { return &k_[head + j * kDim]; },
          [&](int j) { return &v_[head + j * kDim]; }));
    }
    return rows;
  }

  std::string wrong(const std::vector<ExpectedRow>& expected) const {
    std::vector<float> got(std::size_t(heads_) * n_ * kDim);
    CHECK(cudaMemcpy(got.data(), a_.out, sizeof(float) * got.size(), cudaMemcpyDeviceToHost));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const int row = static_cast<int>(i) * step(), keys = a_.causal ? row % n_ + 1 : n_;
      const std::string text =
          wrong_row(&got[std::size_t(row) * kDim], expected[i],
                    relative_bound(expected[i].score, kDim, keys, keys / 32 + 1, sizeof(T) == 2));
      if (!text.empty()) {
        return "head " + std::to_string(row / n_) + ", row " + std::to_string(row % n_) + ", " +
               text;
      }
    }
    // A mean of values between -1 and 2, whatever the weights: this holds for the rows in between, too.
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (!(std::abs(got[i]) < 2.1))
        return "index " + std::to_string(i) + ": " + difference(got[i], 2.f);
    }
    return "";
  }

  int heads_, n_;
  Attention<T> a_ = {};
  std::vector<float> q_, k_, v_;
};

inline int heads_of(const Options& options) {
  const auto given = static_cast<int>(options["heads"]);
  return given > 0 ? given : kCountsInsteadOfTimes ? 2 : 32;
}
// The matrices of all heads have to fit.
inline int length_of(const Options& options) {
  return options.size({.cpu = 197,
                       .gpu = 2048,
                       .bytes_per_element = sizeof(float) * heads_of(options),
                       .dimensions = 2});
}
inline Option heads_option() {
  return {.name = "heads", .max = 128, .help = "heads; 0: 2, or 32 on a GPU"};
}
// Long texts take the naive way, and the reference, too long.
inline std::vector<Option> attention_options() {
  return {heads_option(),
          {.name = "naive", .fallback = 1, .max = 1, .help = "0: without the naive way"},
          {.name = "causal", .max = 1, .help = "1: with the mask alone"}};
}

// Both kinds of attention of one length, as far as the options ask for them.
template <class T, int kDim, class Ways>
bool compare_attention(const Options& options, int n, const Ways& ways) {
  Problem<T, kDim> problem(heads_of(options), n);
  const bool naive = options["naive"] == 1;
  const bool ok = options["causal"] == 1 || problem.compare(false, naive, ways);
  return problem.compare(true, naive, ways) && ok;
}
