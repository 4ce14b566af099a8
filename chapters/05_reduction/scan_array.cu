// Chapter 05 · scan_array
//
// The inclusive scan of one long array, in three launches: the sum of each segment of 1024 floats,
// a scan of these sums, and the segments again, each with the sum of what is before it.
//
//   scan_array [--size N]      N floats, default 2^17+5 on the CPU backend, 2^28 on a GPU
#include <numeric>

#include "tutorial.cuh"

constexpr int kSegment = 1024;  // memory is rounded up to whole segments, so no kernel needs n

// A block scans its segment: a thread its 4 floats, a warp the sums of its 32 threads (Hillis and
// Steele in registers: __shfl_up_sync reads that of the lane `offset` lower, chapter 06), and every
// thread adds up the sums of the warps before it. Returns the segment's sum, in the last thread.
__device__ float scan_in_registers(float4& x) {
  __shared__ float sums[kSegment / 4 / 32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  x.y += x.x;
  x.z += x.y;
  x.w += x.z;
  float sum = x.w;
  for (int offset = 1; offset < 32; offset *= 2) {
    const float lower = __shfl_up_sync(~0u, sum, offset);
    if (lane >= offset) sum += lower;
  }
  if (lane == 31) sums[warp] = sum;
  __syncthreads();
  const float below = __shfl_up_sync(~0u, sum, 1);
  float before = lane == 0 ? 0 : below;
  for (int w = 0; w < warp; ++w) before += sums[w];
  x = {before + x.x, before + x.y, before + x.z, before + x.w};
  return x.w;
}

__device__ int float4_of_thread() { return blockIdx.x * (kSegment / 4) + threadIdx.x; }

__global__ void scan_registers(const float4* in, float4* out) {
  float4 x = in[float4_of_thread()];
  scan_in_registers(x);
  out[float4_of_thread()] = x;
}

// A scan of the whole array takes one number more per segment: the sum of all segments before it.
// So: the sum of each segment, a scan of these sums, and then the segments, each with its number.
__global__ void sum_segments(const float4* in, float* sums) {
  float4 x = in[float4_of_thread()];
  const float sum = scan_in_registers(x);
  if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = sum;
}

__global__ void scan_segments(const float4* in, const float* sums, float4* out) {
  float4 x = in[float4_of_thread()];
  scan_in_registers(x);
  const float before = blockIdx.x == 0 ? 0 : sums[blockIdx.x - 1];
  out[float4_of_thread()] = {before + x.x, before + x.y, before + x.z, before + x.w};
}

int segments_of(int n) { return (n - 1) / kSegment + 1; }

// The sums are an array like any other. Behind them `sums` has room for the sums of the sums, …
void scan_array(const float* in, float* sums, float* out, int segments) {
  const auto* in4 = reinterpret_cast<const float4*>(in);
  auto* out4 = reinterpret_cast<float4*>(out);
  if (segments == 1) {
    scan_registers<<<1, kSegment / 4>>>(in4, out4);
    return;
  }
  sum_segments<<<segments, kSegment / 4>>>(in4, sums);
  scan_array(sums, sums + segments_of(segments) * kSegment, sums, segments_of(segments));
  scan_segments<<<segments, kSegment / 4>>>(in4, sums, out4);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Scan an array in three launches.");
  const int n = options.size({.cpu = (1 << 17) + 5, .gpu = 1 << 28});
  const int segments = segments_of(n);
  const std::size_t bytes = std::size_t{1} * segments * kSegment * sizeof(float);
  const std::size_t sum_bytes = bytes / kSegment * 2 + 3 * kSegment * sizeof(float);

  // Small whole numbers: all sums are exact, whatever the order of the additions.
  const std::vector<int> numbers = random_ints(n, -8, 8);
  const std::vector<float> input(numbers.begin(), numbers.end());
  float *in = nullptr, *out = nullptr, *sums = nullptr;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMalloc(&sums, sum_bytes));
  CHECK(cudaMemset(in, 0, bytes));
  CHECK(cudaMemset(sums, 0, sum_bytes));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment("Scans, counts per segment", out, n, 8.0 * n);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  const auto count = [&](const char* heading, double Counters::*of, int factor = 1) {
    experiment.show_count(heading, "%.0f",
                          [=](const Counters& c) { return factor * c.*of / segments; });
  };
  count("shared loads", &Counters::shared_load_requests);
  count("shared stores", &Counters::shared_store_requests);
  count("bank conflicts", &Counters::bank_conflicts);
  count("floats read", &Counters::global_load_sectors, 8);
  count("floats written", &Counters::global_store_sectors, 8);
  std::vector<float> expected = input;
  const auto run = [&](const char* name, const auto& launch) {
    experiment.run(name, launch, expected);
  };
  for (int i = 0; i < n; ++i) {
    if (i % kSegment != 0) expected[i] += expected[i - 1];
  }
  run("lane to lane", [&] {
    scan_registers<<<segments, kSegment / 4>>>(reinterpret_cast<const float4*>(in),
                                               reinterpret_cast<float4*>(out));
  });
  std::partial_sum(input.begin(), input.end(), expected.begin());
  run("the whole array", [&] { scan_array(in, sums, out, segments); });

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  CHECK(cudaFree(sums));
  return experiment.report();
}
