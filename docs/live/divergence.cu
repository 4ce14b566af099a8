// The figures behind the live picture `divergence`: two warps come to each of its branches and loops. A side
// is `rounds` times as long as the picture's, and what two rounds cost more than one is a pass: the blocks
// before and after the branch cancel out. Prints a row of comma-separated values per setting; live_test.py
// compares them with what the picture says.
#include <cstdio>

#include "tutorial.cuh"

constexpr int kThreads = 64;
constexpr int kMaxK = 32, kDraws = 16;

/// A number below 32 that looks random; divergence.js has the same.
__device__ int random_number(unsigned draw, unsigned thread) {
  unsigned x = draw * 64 + thread + 1;
  x = (x ^ (x >> 15)) * 0x2c1b3c6du;
  x = (x ^ (x >> 12)) * 0x297a2d39u;
  return (x ^ (x >> 15)) >> 27;
}

enum Branch { kParity, kWarp, kBelow, kRandom, kLoop, kLoops };
const char* const kNames[] = {"parity", "warp", "below", "random", "loop", "loops"};

__global__ void branch(unsigned* data, Branch branch, int k, int draw, int rounds) {
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  const bool is_a = branch == kParity  ? lane % 2 == 0
                    : branch == kWarp  ? warp % 2 == 0
                    : branch == kBelow ? lane < k
                                       : random_number(draw, t) < k;
  unsigned x = data[t];
  if (is_a) {
    for (int r = 0; r < rounds; ++r) x = x * 5 + 1;
  } else {
    for (int r = 0; r < rounds; ++r) x ^= x << 13;
  }
  data[t] = x;
}

__global__ void loop(unsigned* data, Branch branch, int k, int draw, int rounds) {
  const int t = threadIdx.x;
  const int length = 1 + (branch == kLoop ? t % 32 : random_number(draw, t)) * k / 64;
  unsigned x = data[t];
  for (int r = 0; r < length * rounds; ++r) x = x * 5 + 1;
  data[t] = x;
}

/// What the counters rise by with so many rounds.
Counters cost_of(unsigned* data, Branch which, int k, int draw, int rounds) {
  const Counters before = read_counters();
  if (which < kLoop) {
    branch<<<1, kThreads>>>(data, which, k, draw, rounds);
  } else {
    loop<<<1, kThreads>>>(data, which, k, draw, rounds);
  }
  CHECK_LAST();
  return read_counters() - before;
}

int main() {
  unsigned* data = nullptr;
  CHECK(cudaMalloc(&data, kThreads * sizeof(unsigned)));
  CHECK(cudaMemset(data, 1, kThreads * sizeof(unsigned)));
  std::printf("branch,k,draw,passes,active\n");
  for (const Branch which : {kParity, kWarp, kBelow, kRandom, kLoop, kLoops}) {
    for (int k = 0; k <= kMaxK; ++k) {
      for (int draw = 0; draw < kDraws; ++draw) {
        const Counters pass = cost_of(data, which, k, draw, 2) - cost_of(data, which, k, draw, 1);
        std::printf("%s,%d,%d,%.0f,%.0f\n", kNames[which], k, draw, pass.issued_blocks,
                    pass.active_lanes);
      }
    }
  }
  CHECK(cudaFree(data));
}
