// Chapter 01 · arithmetic_latency
//
// An operation that needs the result of the one before has to wait for it. How long, and how many warps does it
// take until a multiprocessor has work in every cycle all the same? One block with more and more warps, in which
// every thread has one chain of multiply-adds, two, or four.
//
//   arithmetic_latency
#include <cmath>

#include "tutorial.cuh"

constexpr int kLargestBlock = 1024;
constexpr int kRounds = kCountsInsteadOfTimes ? 64 : 1 << 14;  // links of a chain

__host__ __device__ float link(float x) { return fmaf(x, 0.75f, 1.0f); }

// The links of a chain wait for each other; the chains don't. The clock is the multiprocessor's, and between the
// barriers that enclose the loop there is nothing else to do.
template <int kChains>
__global__ void follow_chains(const float* in, float* out, long long* cycles) {
  float x[kChains];
  for (int k = 0; k < kChains; ++k) x[k] = in[k * kLargestBlock + threadIdx.x];
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 32
  for (int round = 0; round < kRounds; ++round) {
    for (int k = 0; k < kChains; ++k) x[k] = link(x[k]);
  }
  for (int k = 0; k < kChains; ++k) out[k * kLargestBlock + threadIdx.x] = x[k];
  __syncthreads();
  if (threadIdx.x == 0) *cycles = clock64() - begin;
}

using Kernel = void (*)(const float*, float*, long long*);
struct Variant {
  int chains;
  Kernel kernel;
};
const Variant kVariants[] = {{1, follow_chains<1>}, {2, follow_chains<2>}, {4, follow_chains<4>}};

// The cycles of the fastest of ten launches.
double fewest_cycles(Kernel kernel, int threads, const float* in, float* out, long long* cycles) {
  long long fewest = 0;
  for (int launch = 0; launch < (kCountsInsteadOfTimes ? 1 : 10); ++launch) {
    kernel<<<1, threads>>>(in, out, cycles);
    CHECK_LAST();
    long long took = 0;
    CHECK(cudaMemcpy(&took, cycles, sizeof(took), cudaMemcpyDeviceToHost));
    if (launch == 0 || took < fewest) fewest = took;
  }
  return static_cast<double>(fewest);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Chains of dependent multiply-adds, by warps and chains.");
  constexpr int kMost = 4 * kLargestBlock;
  const std::vector<float> input = random_floats(kMost);
  std::vector<float> expected = input;
  for (float& x : expected) {
    for (int round = 0; round < kRounds; ++round) x = link(x);
  }
  float *in = nullptr, *out = nullptr;
  long long* cycles = nullptr;
  CHECK(cudaMalloc(&in, kMost * sizeof(float)));
  CHECK(cudaMalloc(&out, kMost * sizeof(float)));
  CHECK(cudaMalloc(&cycles, sizeof(long long)));
  CHECK(cudaMemcpy(in, input.data(), kMost * sizeof(float), cudaMemcpyHostToDevice));

  bool passed = true;
  double latency = 0;
  Table table(
      {"warps on a multiprocessor", timed("1 chain"), timed("2 chains"), timed("4 chains")});
  for (int threads = 32; threads <= kLargestBlock; threads *= 2) {
    std::vector<std::string> row = {std::to_string(threads / 32)};
    for (const Variant& variant : kVariants) {
      poison(out, kMost);
      const double took = fewest_cycles(variant.kernel, threads, in, out, cycles);
      if (threads == 32 && variant.chains == 1) latency = took / kRounds;
      row.push_back(figure("%.1f", 1.0 * threads * variant.chains * kRounds / took));
      const std::string wrong = first_difference_on_device(out, kMost, [&](long long i) {
        const bool is_written = i < variant.chains * kLargestBlock && i % kLargestBlock < threads;
        return is_written ? expected[i] : tutorial::poison_value<float>();
      });
      if (!wrong.empty()) {
        std::fprintf(stderr, "%d chains, %d threads: %s\n", variant.chains, threads, wrong.c_str());
      }
      passed &= wrong.empty();
    }
    table.add(row);
  }
  if (has_times()) std::printf("a multiply-add waits %.1f cycles for the one before\n\n", latency);
  table.print("multiply-adds per cycle of a multiprocessor");
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  CHECK(cudaFree(cycles));
  return verdict(passed);
}
