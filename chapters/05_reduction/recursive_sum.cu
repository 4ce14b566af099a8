// Chapter 05 · recursive_sum
//
// The rung below the ladder: a sum on the host, by a loop and by recursion, which adds a half to a half. The
// recursion's levels become launches, and then the tree of a block. How exact is each, and how fast?
//
//   recursive_sum [--size N]      N numbers, default 2^16 on the CPU backend, 2^26 on a GPU
#include <numeric>

#include "tutorial.cuh"

constexpr int kBlock = 512;

// The recursion of the host, a call per number. With kLast numbers left, a loop is faster and almost as exact.
template <int kLast>
float sum_of_halves(const float* x, int n) {
  if (n <= kLast) return std::accumulate(x, x + n, 0.0f);
  return sum_of_halves<kLast>(x, n / 2) + sum_of_halves<kLast>(x + n / 2, n - n / 2);
}

// One level: the second half onto the first. `out` may be `in`, since what a thread writes no other one reads.
__global__ void add_halves(const float* in, float* out, int n) {
  const int half = (n + 1) / 2, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < half) out[i] = in[i] + (i + half < n ? in[i + half] : 0);
}

// The ladder's first rung: neighbouring pairs, nine levels of the tree in a block.
__global__ void neighbouring(const float* in, float* sums, int n) {
  __shared__ float mine[kBlock];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  mine[t] = i < n ? in[i] : 0;
  for (int stride = 1; stride < kBlock; stride *= 2) {
    __syncthreads();
    if (t % (2 * stride) == 0) mine[t] += mine[t + stride];
  }
  if (t == 0) sums[blockIdx.x] = mine[0];
}

// Its last one: eight loads in flight, then interleaved pairs.
__global__ void interleaved(const float* in, float* sums, int n) {
  __shared__ float mine[kBlock];
  const int t = threadIdx.x, first = blockIdx.x * kBlock * 8 + t;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    const int i = first + k * kBlock;
    if (i < n) sum += in[i];
  }
  mine[t] = sum;
#pragma unroll
  for (int stride = kBlock / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  if (t == 0) sums[blockIdx.x] = mine[0];
}

int blocks_for(int n, int per_block) { return (n - 1) / per_block + 1; }

// Additions that one number goes through, at most, if n of them are added as a tree.
int levels(int n) { return n > 1 ? 1 + levels((n + 1) / 2) : 0; }

int main(int argc, char** argv) {
  const Options options(argc, argv, "One sum of floats, by recursion on the host and by a device.");
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 26, .bytes_per_element = 8});
  const std::vector<float> input = random_floats(n, 0, 1);
  const double exact = std::accumulate(input.begin(), input.end(), 0.0);
  float *in = nullptr, *work = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&work, n * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  bool passed = true;
  Table table({"the sum", "additions of one number", "relative error",
               timed("ms until the host has it"), timed("GB/s")});
  // A number that goes through k additions is rounded k times, by 2^-24 of it at most.
  const auto run = [&](const char* name, int additions, const auto& add_up) {
    float sum = 0;
    poison(work, n);
    CHECK(cudaDeviceSynchronize());
    const double ms = host_milliseconds(5, [&] { sum = add_up(); });
    const double error = (sum - exact) / exact;
    table.add({name, std::to_string(additions), figure("%+.1e", error), figure("%.2f", ms),
               figure("%.1f", n * sizeof(float) / ms / 1e6)});
    if (std::abs(error) <= std::ldexp(additions + 1.0, -24)) return;
    std::fprintf(stderr, "%s: expected %.9g, got %.9g\n", name, exact, sum);
    passed = false;
  };
  run("host, a loop", n - 1, [&] { return std::accumulate(input.begin(), input.end(), 0.0f); });
  run("host, recursion", levels(n), [&] { return sum_of_halves<1>(input.data(), n); });
  run("host, recursion, 128 in a loop", 128 + levels(blocks_for(n, 65)),
      [&] { return sum_of_halves<128>(input.data(), n); });
  run("device, a launch per level", levels(n), [&] {
    float sum = 0;
    const float* from = in;
    for (int left = n; left > 1 || from == in; left = (left + 1) / 2, from = work) {
      add_halves<<<blocks_for((left + 1) / 2, kBlock), kBlock>>>(from, work, left);
      CHECK_LAST();
    }
    CHECK(cudaMemcpy(&sum, work, sizeof sum, cudaMemcpyDeviceToHost));
    return sum;
  });
  // The sums of the blocks are the host's to add up.
  const auto of_blocks = [&](auto* kernel, int per_block) {
    return [&, kernel, per_block] {
      std::vector<float> sums(blocks_for(n, per_block));
      kernel<<<static_cast<int>(sums.size()), kBlock>>>(in, work, n);
      CHECK_LAST();
      CHECK(cudaMemcpy(sums.data(), work, sums.size() * sizeof(float), cudaMemcpyDeviceToHost));
      return sum_of_halves<1>(sums.data(), static_cast<int>(sums.size()));
    };
  };
  run("device, neighbouring pairs", levels(kBlock) + levels(blocks_for(n, kBlock)),
      of_blocks(neighbouring, kBlock));
  run("device, 8 loads, interleaved", 8 + levels(kBlock) + levels(blocks_for(n, 8 * kBlock)),
      of_blocks(interleaved, 8 * kBlock));
  table.print();

  CHECK(cudaFree(in));
  CHECK(cudaFree(work));
  return verdict(passed);
}
