// Chapter 06 · warp_scan
//
// Inclusive and exclusive scans of a warp's 32 numbers, in 31 steps and in 5, and a scan of a
// block's 1024 numbers that is built from them, against chapter 05's scans in shared memory.
//
//   warp_scan [--size N]      N floats, default 2^16+5 on the CPU backend, 2^28 on a GPU
#include "tutorial.cuh"

constexpr int kSegment = 1024;  // memory is rounded up to whole segments, so no kernel needs n
constexpr unsigned kAll = ~0u;  // a mask with a bit per lane: all 32 take part

// 31 steps: the warp's numbers move up lane by lane, and every lane adds up what comes past.
__device__ float scan_in_31_steps(float x) {
  const int lane = threadIdx.x % 32;
  float passing = x;
  for (int step = 1; step < 32; ++step) {
    passing = __shfl_up_sync(kAll, passing, 1);
    if (lane >= step) x += passing;
  }
  return x;
}

// 5 steps: what comes from below is a sum already, of 1, 2, 4, 8 and 16 lanes. After each step a
// lane's sum covers twice as many lanes as before, and 2^5 = 32. All lanes shuffle; then some add.
__device__ float scan_in_5_steps(float x) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int offset = 1; offset < 32; offset *= 2) {
    const float below = __shfl_up_sync(kAll, x, offset);
    if (lane >= offset) x += below;
  }
  return x;
}

// Exclusive: without the lane's own number. Not x - own, which rounds: the sum of the lane below.
__device__ float exclusive(float inclusive) {
  const float below = __shfl_up_sync(kAll, inclusive, 1);
  return threadIdx.x % 32 == 0 ? 0 : below;
}

__device__ int index() { return blockIdx.x * kSegment + threadIdx.x; }

__global__ void warps_31_steps(const float* in, float* out) {
  out[index()] = scan_in_31_steps(in[index()]);
}
__global__ void warps_5_steps(const float* in, float* out) {
  out[index()] = scan_in_5_steps(in[index()]);
}
__global__ void warps_exclusive(const float* in, float* out) {
  out[index()] = exclusive(scan_in_5_steps(in[index()]));
}

// The scan of Hillis and Steele in chapter 05: the 10 steps of 1024 numbers, and in each of them a
// barrier and 3 accesses to shared memory.
__global__ void block_in_shared(const float* in, float* out) {
  __shared__ float buffers[2][kSegment];
  const int t = threadIdx.x;
  float *from = buffers[0], *to = buffers[1];
  from[t] = in[index()];
  for (int offset = 1; offset < kSegment; offset *= 2) {
    __syncthreads();
    to[t] = t < offset ? from[t] : from[t - offset] + from[t];
    float* const swapped = from;
    from = to;
    to = swapped;
  }
  out[index()] = from[t];
}

// 32 warps scan 32 numbers each, one warp scans their 32 sums, and every thread adds the sum of the
// warps before its own: 3 × 5 steps, but 2 barriers and one word of shared memory per warp.
__global__ void block_of_warps(const float* in, float* out) {
  __shared__ float sums[32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const float x = scan_in_5_steps(in[index()]);
  if (lane == 31) sums[warp] = x;
  __syncthreads();
  if (warp == 0) sums[lane] = exclusive(scan_in_5_steps(sums[lane]));
  __syncthreads();
  out[index()] = sums[warp] + x;
}

// 4 numbers per thread: the thread adds up its own, and the shuffles are for a quarter as many.
// With 8 warps every thread can add up the sums before it by itself, so one barrier is enough.
__global__ void block_of_float4(const float4* in, float4* out) {
  __shared__ float sums[8];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int i = blockIdx.x * (kSegment / 4) + threadIdx.x;
  float4 x = in[i];
  x = {x.x, x.x + x.y, x.x + x.y + x.z, x.x + x.y + x.z + x.w};
  const float sum = scan_in_5_steps(x.w);
  if (lane == 31) sums[warp] = sum;
  __syncthreads();
  float before = exclusive(sum);
  for (int w = 0; w < warp; ++w) before += sums[w];
  out[i] = {before + x.x, before + x.y, before + x.z, before + x.w};
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Scan the numbers of a warp, and of a block.");
  const int n = options.size({.cpu = (1 << 16) + 5, .gpu = 1 << 28});
  const int blocks = (n - 1) / kSegment + 1;
  const std::size_t bytes = std::size_t{1} * blocks * kSegment * sizeof(float);

  // Small whole numbers: all sums are exact, whatever the order of the additions.
  const std::vector<int> numbers = random_ints(n, -8, 8);
  const std::vector<float> input(numbers.begin(), numbers.end());
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMemset(in, 0, bytes));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  bool ok = true;
  std::vector<float> expected(n);
  const auto compare = [&](const char* title, int segment, bool is_exclusive, const auto& runs) {
    for (int i = 0; i < n; ++i) {
      const bool is_first = i % segment == 0;
      const float before = is_first ? 0 : expected[i - 1];
      expected[i] = is_exclusive ? (is_first ? 0 : before + input[i - 1]) : before + input[i];
    }
    Experiment experiment(title, out, n, 8.0 * n);
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
    experiment.show_count("shared requests per 1024", "%.0f", [=](const Counters& c) {
      return (c.shared_load_requests + c.shared_store_requests) / blocks;
    });
    runs([&](const char* name, const auto& launch) { experiment.run(name, launch, expected); });
    ok &= experiment.finish();
  };
  compare("Scan of 32", 32, false, [&](const auto& run) {
    run("31 steps", [&] { warps_31_steps<<<blocks, kSegment>>>(in, out); });
    run("5 steps", [&] { warps_5_steps<<<blocks, kSegment>>>(in, out); });
  });
  compare("Exclusive scan of 32", 32, true, [&](const auto& run) {
    run("5 steps and one up", [&] { warps_exclusive<<<blocks, kSegment>>>(in, out); });
  });
  compare("Scan of 1024", kSegment, false, [&](const auto& run) {
    run("Hillis and Steele in shared", [&] { block_in_shared<<<blocks, kSegment>>>(in, out); });
    run("warps", [&] { block_of_warps<<<blocks, kSegment>>>(in, out); });
    run("warps, 4 numbers per thread", [&] {
      block_of_float4<<<blocks, kSegment / 4>>>(reinterpret_cast<const float4*>(in),
                                                reinterpret_cast<float4*>(out));
    });
  });

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(ok);
}
