// Chapter 07 · stencil_constant
//
// The derivative of a function that is known at n points: a sum of 9 neighbouring values, with the
// same 9 weights almost everywhere. Near the ends, where neighbours are missing on one side, the 9
// points next to the end serve, with weights of their own.
//
//   stencil_constant [--size N]      N points, 9 or more; default 2^16+5, on a GPU 2^27
#include "tutorial.cuh"

constexpr int kRadius = 4, kPoints = 2 * kRadius + 1;
constexpr int kBlock = 256;
constexpr int kTile = kBlock + 2 * kRadius;  // a block's points, and the halo: 4 more on both sides

// Row r is for the derivative at the r-th of 9 points: row 4 in the middle, the others at the ends.
__constant__ float weights[kPoints][kPoints];

// The first of the 9 points around point i, all of which exist. This is all there is to the ends.
__host__ __device__ int first_of(int i, int n) { return min(max(i - kRadius, 0), n - kPoints); }

__device__ void derive(const float* f, const float (*w)[kPoints], float* derivative, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  const int first = first_of(i, n), row = i - first;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < kPoints; ++k) sum += w[row][k] * f[first + k];
  derivative[i] = sum;
}

// The weights lie in global memory: 9 loads for the values, and as many for the weights.
__global__ void in_global(const float* f, const float (*w)[kPoints], float* derivative, int n) {
  derive(f, w, derivative, n);
}

// 9 of the loads are from the constant cache. Only in the first and the last warp do the lanes have
// different rows, so only these warps make requests for more than one word.
__global__ void in_constant(const float* f, float* derivative, int n) {
  derive(f, weights, derivative, n);
}

// 9 values and a row of weights. Away from the ends it is row 4: then the index of each weight is
// known when the kernel is compiled, and the warp has the weights in uniform registers.
__device__ float weighted_sum(const float* values, int row) {
  float sum = 0;
  if (row == kRadius) {
#pragma unroll
    for (int k = 0; k < kPoints; ++k) sum += weights[kRadius][k] * values[k];
  } else {
    for (int k = 0; k < kPoints; ++k) sum += weights[row][k] * values[k];
  }
  return sum;
}

__global__ void known_row(const float* f, float* derivative, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  const int first = first_of(i, n);
  derivative[i] = weighted_sum(&f[first], i - first);
}

// Each value is loaded from global memory once per block, not 9 times; but L1 did that already. The
// tile keeps away from the ends as the 9 points do, so it has those of the last point, too.
__global__ void tile_with_halo(const float* f, float* derivative, int n) {
  __shared__ float tile[kTile];
  const int begin = blockIdx.x * kBlock, i = begin + threadIdx.x;
  const int tile_begin = max(min(begin - kRadius, n - kTile), 0);
  const int points = min(kTile, n - tile_begin);
  for (int t = threadIdx.x; t < points; t += kBlock) tile[t] = f[tile_begin + t];
  __syncthreads();
  if (i >= n) return;
  const int first = first_of(i, n);
  derivative[i] = weighted_sum(&tile[first - tile_begin], i - first);
}

// Neighbours share most of their values. A thread with 4 results loads 12 values, as three float4,
// instead of 36. Near the ends it computes them one by one.
__global__ void four_results(const float* f, float* derivative, int n) {
  const int i = 4 * (blockIdx.x * kBlock + threadIdx.x);
  if (i >= kRadius && i + 4 + kRadius <= n) {
    const float4* in = reinterpret_cast<const float4*>(&f[i - kRadius]);
    const float4 a = in[0], b = in[1], c = in[2];
    const float values[] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w, c.x, c.y, c.z, c.w};
    *reinterpret_cast<float4*>(&derivative[i]) =
        make_float4(weighted_sum(&values[0], kRadius), weighted_sum(&values[1], kRadius),
                    weighted_sum(&values[2], kRadius), weighted_sum(&values[3], kRadius));
  } else {
    for (int j = i; j < min(i + 4, n); ++j) {
      derivative[j] = weighted_sum(&f[first_of(j, n)], j - first_of(j, n));
    }
  }
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
  const Options options(argc, argv, "A derivative from 9 points, its weights in constant memory.");
  const int n = options.size({.cpu = (1 << 16) + 5, .gpu = 1 << 27, .min = kPoints});
  float host_weights[kPoints][kPoints];
  compute_weights(host_weights);
  const std::vector<float> input = random_floats(n);
  float *f = nullptr, *derivative = nullptr;
  float(*w)[kPoints] = nullptr;
  CHECK(cudaMalloc(&f, n * sizeof(float)));
  CHECK(cudaMalloc(&w, sizeof host_weights));
  CHECK(cudaMalloc(&derivative, n * sizeof(float)));
  CHECK(cudaMemcpy(f, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(w, host_weights, sizeof host_weights, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyToSymbol(weights, host_weights, sizeof host_weights));

  Experiment experiment("Derivatives", derivative, n, 2.0 * n * sizeof(float), {.absolute = 1e-4});
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kLoadRequests});
  experiment.show_modelled("constant requests", "%.0f", &Counters::constant_requests);
  experiment.show_modelled("words each", "%.2f", &Counters::addresses_per_constant_request);
  std::vector<float> expected(n);
  for (int i = 0; i < n; ++i) {
    const int first = first_of(i, n);
    double sum = 0;
    for (int k = 0; k < kPoints; ++k) sum += host_weights[i - first][k] * input[first + k];
    expected[i] = static_cast<float>(sum);
  }
  const int grid = (n + kBlock - 1) / kBlock;
  const auto run = [&](auto name, auto launch) { experiment.run(name, launch, expected); };
  run("weights in global memory", [&] { in_global<<<grid, kBlock>>>(f, w, derivative, n); });
  run("weights in constant memory", [&] { in_constant<<<grid, kBlock>>>(f, derivative, n); });
  run("known row", [&] { known_row<<<grid, kBlock>>>(f, derivative, n); });
  run("tile with halo", [&] { tile_with_halo<<<grid, kBlock>>>(f, derivative, n); });
  run("4 results per thread", [&] { four_results<<<(grid + 3) / 4, kBlock>>>(f, derivative, n); });

  CHECK(cudaFree(f));
  CHECK(cudaFree(w));
  CHECK(cudaFree(derivative));
  return experiment.report();
}
