// Chapter 05 · scan
//
// An inclusive scan: out[i] = in[0] + … + in[i]. Each block scans a segment of 1024 floats by
// itself, in the way of Hillis and Steele (few steps, many additions), of Blelloch (few additions,
// many steps), and with sums that go from lane to lane. Then the same for one long array.
//
//   scan [--size N]      N floats, default 2^17+5 on the CPU backend, 2^28 on a GPU
#include <numeric>

#include "tutorial.cuh"

constexpr int kSegment = 1024;  // memory is rounded up to whole segments, so no kernel needs n

// Hillis and Steele: after the step with this offset, element t holds the sum of up to 2 × offset
// elements that end at t. 10 steps and almost 10 additions per element. Reading and writing one
// array would be a race, so the steps go to and fro between two.
__global__ void scan_hillis_steele(const float* in, float* out) {
  __shared__ float buffers[2][kSegment];
  const int t = threadIdx.x, i = blockIdx.x * kSegment + t;
  float *from = buffers[0], *to = buffers[1];
  from[t] = in[i];
  for (int offset = 1; offset < kSegment; offset *= 2) {
    __syncthreads();
    to[t] = t < offset ? from[t] : from[t - offset] + from[t];
    float* const swapped = from;
    from = to;
    to = swapped;
  }
  out[i] = from[t];
}

// Where element i of a tree in shared memory lies. At stride 2, 4, … 32 neighbouring threads meet
// in fewer and fewer banks; an unused word after every 32 moves them apart.
template <bool kPadded>
__host__ __device__ constexpr int place(int i) {
  return kPadded ? i + i / 32 : i;
}

// Blelloch: a tree of sums from the leaves to the root, then prefixes from the root to the leaves.
// 2 additions per element, in 20 steps; half of the threads are idle after the first, then three
// quarters, … Half as many threads as elements.
template <bool kPadded>
__global__ void scan_blelloch(const float* in, float* out) {
  __shared__ float tree[place<kPadded>(kSegment)];
  const int t = threadIdx.x, i = blockIdx.x * kSegment + t, other = kSegment / 2;
  const float low = in[i];
  const float high = in[i + other];
  tree[place<kPadded>(t)] = low;
  tree[place<kPadded>(t + other)] = high;
  for (int offset = 1; offset < kSegment; offset *= 2) {
    __syncthreads();
    const int left = offset * (2 * t + 1) - 1;
    if (left + offset < kSegment) {
      tree[place<kPadded>(left + offset)] += tree[place<kPadded>(left)];
    }
  }
  if (t == 0) tree[place<kPadded>(kSegment - 1)] = 0;  // nothing is left of the root
  for (int offset = kSegment / 2; offset > 0; offset /= 2) {
    __syncthreads();
    const int left = offset * (2 * t + 1) - 1;
    if (left + offset < kSegment) {
      const float sum = tree[place<kPadded>(left)], node = tree[place<kPadded>(left + offset)];
      tree[place<kPadded>(left)] = node;
      tree[place<kPadded>(left + offset)] = node + sum;
    }
  }
  __syncthreads();
  out[i] = tree[place<kPadded>(t)] + low;  // what is before t, and t itself
  out[i + other] = tree[place<kPadded>(t + other)] + high;
}

// Three levels: a thread scans 4 neighbours, a warp the sums of its 32 threads (Hillis and Steele,
// but in registers: __shfl_up_sync hands over the register of the lane `offset` below, chapter 06),
// and every thread adds up the sums of the warps before its own. One barrier, 8 floats of shared
// memory, a quarter as many threads as elements. Returns the sum of the segment, in the last thread.
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
  const Options options(argc, argv, "Scan segments of 1024 floats, and then the whole array.");
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
  run("Hillis and Steele", [&] { scan_hillis_steele<<<segments, kSegment>>>(in, out); });
  run("Blelloch", [&] { scan_blelloch<false><<<segments, kSegment / 2>>>(in, out); });
  run("Blelloch, padded", [&] { scan_blelloch<true><<<segments, kSegment / 2>>>(in, out); });
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
