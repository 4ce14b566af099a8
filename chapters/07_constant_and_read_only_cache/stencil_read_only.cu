// Chapter 07 · stencil_read_only
//
// __ldg(p) and const __restrict__ promise that nobody writes there while the kernel runs. They
// choose another load instruction; whether that changes anything is what the rows show. The
// derivative is the one of stencil_constant.
//
//   stencil_read_only [--size N]      N points, 9 or more; default 2^16+5, on a GPU 2^27
#include "tutorial.cuh"

constexpr int kRadius = 4, kPoints = 2 * kRadius + 1;
constexpr int kBlock = 256;

__constant__ float weights[kPoints][kPoints];

__host__ __device__ int first_of(int i, int n) { return min(max(i - kRadius, 0), n - kPoints); }

// One result; `read` says how a value is loaded.
template <class Read>
__device__ float derivative_at(const Read& read, int i, int n) {
  const int first = first_of(i, n);
  float sum = 0;
  if (first == i - kRadius) {
#pragma unroll
    for (int k = 0; k < kPoints; ++k) sum += weights[kRadius][k] * read(first + k);
  } else {
#pragma unroll 1
    for (int k = 0; k < kPoints; ++k) sum += weights[i - first][k] * read(first + k);
  }
  return sum;
}

// One result per thread: 9 loads, then a store. LDG.E, as every load of global memory that may
// change.
__global__ void one_plain(const float* f, float* derivative, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) derivative[i] = derivative_at([=](int at) { return f[at]; }, i, n);
}

// The promise for the pointer: LDG.E.CONSTANT. Both go through the same L1 since Volta.
__global__ void one_restrict(const float* __restrict__ f, float* __restrict__ derivative, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) derivative[i] = derivative_at([=](int at) { return f[at]; }, i, n);
}

// The promise for one load: LDG.E.CONSTANT again.
__global__ void one_ldg(const float* f, float* derivative, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) derivative[i] = derivative_at([=](int at) { return __ldg(&f[at]); }, i, n);
}

// Four results per thread, each stored as soon as it is known.
template <class Read>
__device__ void four_in_turn(const Read& read, float* derivative, int n) {
  const int i = 4 * (blockIdx.x * kBlock + threadIdx.x);
  if (i >= kRadius && i + 4 + kRadius <= n) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      float sum = 0;
#pragma unroll
      for (int k = 0; k < kPoints; ++k) sum += weights[kRadius][k] * read(i + j - kRadius + k);
      derivative[i + j] = sum;
    }
  } else {
#pragma unroll 1
    for (int j = i; j < min(i + 4, n); ++j) derivative[j] = derivative_at(read, j, n);
  }
}

// The store to derivative[i] may change f[i + 1], for all that the compiler knows, so it loads all
// values again for the next result: 36 loads.
__global__ void four_plain(const float* f, float* derivative, int n) {
  four_in_turn([=](int at) { return f[at]; }, derivative, n);
}

// With the promise it keeps the 8 values that two results share in registers: 12 loads. That is
// what the promise is still worth, and it is the compiler that profits, not a cache.
__global__ void four_restrict(const float* __restrict__ f, float* __restrict__ derivative, int n) {
  four_in_turn([=](int at) { return f[at]; }, derivative, n);
}

__global__ void four_ldg(const float* f, float* derivative, int n) {
  four_in_turn([=](int at) { return __ldg(&f[at]); }, derivative, n);
}

// Row r: the weights that differentiate every polynomial of degree 8 exactly at the r-th of 9
// points, which are 1 apart. Row 4: 1/280, -4/105, 1/5, -4/5, 0, 4/5, …
void compute_weights(float (&w)[kPoints][kPoints]) {
  for (int r = 0; r < kPoints; ++r) {
    double sum = 0;
    for (int k = 0; k < kPoints; ++k) {
      double weight = 1;
      for (int m = 0; m < kPoints; ++m) {
        if (m != k) weight *= (m == r ? 1.0 : r - m) / (k - m);
      }
      if (k != r) sum += weight;
      w[r][k] = static_cast<float>(weight);
    }
    w[r][r] = static_cast<float>(-sum);  // the derivative of a constant is 0
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv,
                        "A derivative from 9 points, loaded with and without a promise.");
  const int n = options.size({.cpu = (1 << 16) + 5, .gpu = 1 << 27, .min = kPoints});
  float host_weights[kPoints][kPoints];
  compute_weights(host_weights);
  const std::vector<float> input = random_floats(n);
  float *f = nullptr, *derivative = nullptr;
  CHECK(cudaMalloc(&f, n * sizeof(float)));
  CHECK(cudaMalloc(&derivative, n * sizeof(float)));
  CHECK(cudaMemcpy(f, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyToSymbol(weights, host_weights, sizeof host_weights));

  Experiment experiment("Derivatives", derivative, n, 2.0 * n * sizeof(float), {.absolute = 1e-4});
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kLoadRequests,
                   Column::kSectorsPerLoad});
  experiment.longest_name("4 results, const __restrict__");
  std::vector<float> expected(n);
  for (int i = 0; i < n; ++i) {
    const int first = first_of(i, n);
    double sum = 0;
    for (int k = 0; k < kPoints; ++k) sum += host_weights[i - first][k] * input[first + k];
    expected[i] = static_cast<float>(sum);
  }
  const auto run = [&](const char* name, auto kernel, int results) {
    const int grid = (n - 1) / (kBlock * results) + 1;
    experiment.run(
        name, [&] { kernel<<<grid, kBlock>>>(f, derivative, n); }, expected);
  };
  run("1 result, plain", one_plain, 1);
  run("1 result, const __restrict__", one_restrict, 1);
  run("1 result, __ldg", one_ldg, 1);
  run("4 results, plain", four_plain, 4);
  run("4 results, const __restrict__", four_restrict, 4);
  run("4 results, __ldg", four_ldg, 4);

  CHECK(cudaFree(f));
  CHECK(cudaFree(derivative));
  return experiment.report();
}
