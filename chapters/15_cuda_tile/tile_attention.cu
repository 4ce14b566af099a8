// Chapter 15 · tile_attention
//
// Attention, softmax(Q · Kᵀ / √64) · V, in one kernel: two products and a softmax whose row is never in memory, because
// its largest element and its sum are corrected tile by tile. For compute capability 8.0 and newer, and nvcc 13.3 and
// newer.
//
//   tile_attention [--size N]      N queries and N keys of 64 numbers; default 333, on a GPU 8191
#include <cuda_bf16.h>
#include <cuda_tile.h>

#include "tutorial.cuh"

namespace ct = cuda::tiles;
using namespace ct::literals;
using Number = __nv_bfloat16;

constexpr int kWidth = 64;        // numbers of a query, a key and a value
constexpr float kScale = 0.125f;  // 1 / √64

// For comparison: a thread for each query, without tensor cores.
__global__ void attention_threads(const Number* q, const Number* k, const Number* v, float* out,
                                  unsigned n) {
  const size_t row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float query[kWidth], sums[kWidth] = {}, largest = -INFINITY, weight = 0;
  for (int i = 0; i < kWidth; ++i) query[i] = __bfloat162float(q[row * kWidth + i]);
  for (size_t key = 0; key < n; ++key) {
    float score = 0;
    for (int i = 0; i < kWidth; ++i) score += query[i] * __bfloat162float(k[key * kWidth + i]);
    const float now = fmaxf(largest, score * kScale), shrink = expf(largest - now);
    const float of_key = expf(score * kScale - now);
    weight = weight * shrink + of_key;
    for (int i = 0; i < kWidth; ++i) {
      sums[i] = sums[i] * shrink + of_key * __bfloat162float(v[key * kWidth + i]);
    }
    largest = now;
  }
  for (int i = 0; i < kWidth; ++i) out[row * kWidth + i] = sums[i] / weight;
}

template <int kRows, class T>
__tile__ auto tiles_of(T* data, int rows) {
  const ct::extents extents{rows, 64_ic};
  return ct::partition_view{ct::tensor_span{ct::assume_aligned(data, 16_ic), extents},
                            ct::shape<kRows, kWidth>{}};
}

// kQueries rows of the result for each block, kKeys keys at a time. Keys past the end would have a score of 0; -inf takes
// them out. If a row's largest score grows, what has been added up so far shrinks.
template <int kQueries, int kKeys>
__tile_global__ void attention(const Number* q, const Number* k, const Number* v, float* out,
                               int n) {
  using Scores = ct::tile<float, ct::shape<kQueries, kKeys>>;
  using Column = ct::tile<float, ct::shape<kQueries, 1>>;
  const auto block = ct::bid().x;
  const auto queries = tiles_of<kQueries>(q, n).load_masked(block, 0);
  auto sums = ct::zeros<ct::tile<float, ct::shape<kQueries, kWidth>>>();
  auto weight = ct::zeros<Column>();
  auto largest = ct::full<Column>(-INFINITY);
  for (const int i : ct::irange(0, (n + kKeys - 1) / kKeys)) {
    const auto keys = ct::transpose(tiles_of<kKeys>(k, n).load_masked(i, 0));
    const auto all = ct::mma(queries, keys, ct::zeros<Scores>()) * kScale;
    const auto inside = i * kKeys + ct::iota<ct::tile<int, ct::shape<kKeys>>>() < n;
    const auto scores = ct::select(inside, all, ct::full<Scores>(-INFINITY));
    const auto now = ct::max(largest, ct::reduce_max<1>(scores));
    const auto shrink = ct::exp(largest - now);
    const auto weights = ct::exp(scores - now);
    weight = weight * shrink + ct::sum<1>(weights);
    sums = ct::mma(ct::element_cast<Number>(weights), tiles_of<kKeys>(v, n).load_masked(i, 0),
                   sums * shrink);
    largest = now;
  }
  tiles_of<kQueries>(out, n).store_masked(sums / weight, block, 0);
}

// Rows of bfloat16 on the device, and as floats on the host.
struct Rows {
  explicit Rows(int n) : values(random_floats(static_cast<size_t>(n) * kWidth)) {
    std::vector<Number> rounded(values.size());
    for (size_t i = 0; i < values.size(); ++i) {
      rounded[i] = __float2bfloat16(values[i]);
      values[i] = __bfloat162float(rounded[i]);
    }
    CHECK(cudaMalloc(&device, values.size() * sizeof(Number)));
    CHECK(
        cudaMemcpy(device, rounded.data(), values.size() * sizeof(Number), cudaMemcpyHostToDevice));
  }
  const float* operator[](size_t row) const { return &values[row * kWidth]; }
  std::vector<float> values;
  Number* device = nullptr;
};

// One row of the result, in double.
std::vector<double> reference(const Rows& q, const Rows& k, const Rows& v, int n, int row) {
  std::vector<double> sums(kWidth);
  double weight = 0;
  for (int key = 0; key < n; ++key) {
    double score = 0;
    for (int i = 0; i < kWidth; ++i) score += static_cast<double>(q[row][i]) * k[key][i];
    const double of_key = std::exp(score * kScale);
    weight += of_key;
    for (int i = 0; i < kWidth; ++i) sums[i] += of_key * v[key][i];
  }
  for (double& sum : sums) sum /= weight;
  return sums;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Attention in one kernel.");
  const int n = options.size({.cpu = 333, .gpu = 8191, .bytes_per_element = 10 * kWidth});
  const Rows q(n), k(n), v(n);
  const long long results = 1LL * n * kWidth;
  float* out = nullptr;
  CHECK(cudaMalloc(&out, results * sizeof(float)));
  const int step = n <= 512 ? 1 : 67;  // of the rows that are compared
  const auto wrong = [&] {
    std::vector<float> row(kWidth);
    for (int i = 0; i < n; i += step) {
      CHECK(cudaMemcpy(row.data(), out + 1LL * i * kWidth, kWidth * sizeof(float),
                       cudaMemcpyDeviceToHost));
      // Weights are rounded to 8 bits before they are multiplied.
      const std::string text =
          first_difference(row.data(), kWidth, reference(q, k, v, n, i), {.absolute = 0.004});
      if (!text.empty()) return "row " + std::to_string(i) + ", " + text;
    }
    return std::string();
  };

  Experiment experiment(std::to_string(n) + " queries and keys", 0);
  experiment.operations(4.0 * n * n * kWidth);
  experiment.show({Column::kTime, Column::kTflops});
  experiment.show_modelled("sectors loaded", "%.0f", [](const Counters& o) {
    return o.global_load_sectors + o.tile_load_sectors;
  });
  experiment.before_each([&] { poison(out, results); });
  const auto run = [&](const char* name, auto kernel, int rows, int threads) {
    const auto launch = [&] {
      kernel<<<(n + rows - 1) / rows, threads>>>(q.device, k.device, v.device, out, n);
    };
    experiment.run(name, launch, wrong);
  };
  run("a thread for each query", attention_threads, 128, 128);
  run("tiles, 64 queries", attention<64, 64>, 64, 1);
  run("tiles, 128 queries", attention<128, 64>, 128, 1);

  for (Number* memory : {q.device, k.device, v.device}) CHECK(cudaFree(memory));
  CHECK(cudaFree(out));
  return experiment.report();
}
