// Chapter 01 · warp_divergence
//
// A warp issues one instruction for its 32 lanes. Where a branch splits the lanes, the warp walks
// through both sides, one after the other, each time with the other side's lanes switched off. What
// it costs depends on which threads share a warp.
//
//   warp_divergence [--size N] [--rounds R]   N numbers, default 2^14 on the CPU backend, 2^22 on a
//                                             GPU; R rounds of arithmetic on each, default 128
#include "tutorial.cuh"

// One round of either side of the branch. The kernels make many rounds, so that both sides are long
// and differ: compilers turn the textbook's `if (t % 2 == 0) a = 100; else a = 200;` into a select,
// and then there is nothing to see on a GPU.
__host__ __device__ unsigned multiplied(unsigned x) {
  x = (x ^ (x >> 15)) * 0x2c1b3c6du;
  return (x ^ (x >> 12)) * 0x297a2d39u;
}
__host__ __device__ unsigned shifted(unsigned x) {
  x ^= x << 13;
  x ^= x >> 17;
  return x ^ (x << 5);
}

// Even elements are multiplied, odd ones shifted, and thread t takes element t. Neighbours
// disagree: every warp has 16 lanes on either side and pays for both.
__global__ void branch_by_lane(const unsigned* in, unsigned* out, int n, int rounds) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  unsigned x = in[t];
  if (t % 2 == 0) {
    for (int r = 0; r < rounds; ++r) x = multiplied(x);
  } else {
    for (int r = 0; r < rounds; ++r) x = shifted(x);
  }
  out[t] = x;
}

// The same results, shared out differently: of 64 elements one warp takes the even ones, the next
// warp the odd ones. The branch is still there, but a warp's lanes agree. The price: stride 2.
__global__ void branch_by_warp(const unsigned* in, unsigned* out, int n, int rounds) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const int side = t / 32 % 2;
  const int i = t / 64 * 64 + t % 32 * 2 + side;
  if (i >= n) return;
  unsigned x = in[i];
  if (side == 0) {
    for (int r = 0; r < rounds; ++r) x = multiplied(x);
  } else {
    for (int r = 0; r < rounds; ++r) x = shifted(x);
  }
  out[i] = x;
}

// No branch: every lane computes both and a predicate selects one. All lanes are active, yet half
// of what they do is thrown away. For short sides compilers choose this by themselves.
__global__ void select_by_predicate(const unsigned* in, unsigned* out, int n, int rounds) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  unsigned x = in[t];
  unsigned y = x;
  for (int r = 0; r < rounds; ++r) {
    x = multiplied(x);
    y = shifted(y);
  }
  const bool even = t % 2 == 0;
  out[t] = even ? x : y;
}

// The expected result.
std::vector<unsigned> on_the_host(std::vector<unsigned> x, int rounds);

int main(int argc, char** argv) {
  const Options options(argc, argv, "Branch by lane and by warp, and count the active lanes.",
                        {{.name = "rounds",
                          .fallback = 128,
                          .min = 1,
                          .max = 1 << 20,
                          .help = "rounds of arithmetic on each number"}});
  const int n = options.size({.cpu = 1 << 14, .gpu = 1 << 22, .bytes_per_element = 12});
  const int rounds = options["rounds"];
  const std::vector<int> random = random_ints(n, 0, 1 << 30);
  const std::vector<unsigned> host(random.begin(), random.end());

  unsigned *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(unsigned)));
  CHECK(cudaMalloc(&out, n * sizeof(unsigned)));
  CHECK(cudaMemcpy(in, host.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));

  const int block = 256;  // a multiple of 64: branch_by_warp shares out 64 elements at a time
  const int grid = (n + block - 1) / block;
  const auto by_lane = [&] { branch_by_lane<<<grid, block>>>(in, out, n, rounds); };
  const auto by_warp = [&] { branch_by_warp<<<grid, block>>>(in, out, n, rounds); };
  const auto select = [&] { select_by_predicate<<<grid, block>>>(in, out, n, rounds); };

  const std::vector<unsigned> expected = on_the_host(host, rounds);
  Experiment experiment("One branch, two sides", out, n, /*bytes moved*/ 0);
  experiment.show({Column::kTime, Column::kActiveLanes, Column::kSectorsPerLoad});
  experiment.run("by lane: t % 2", by_lane, expected);
  experiment.run("by warp: t / 32 % 2", by_warp, expected);
  experiment.run("both sides, then select", select, expected);

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}

std::vector<unsigned> on_the_host(std::vector<unsigned> x, int rounds) {
  for (size_t i = 0; i < x.size(); ++i) {
    for (int r = 0; r < rounds; ++r) x[i] = i % 2 == 0 ? multiplied(x[i]) : shifted(x[i]);
  }
  return x;
}
