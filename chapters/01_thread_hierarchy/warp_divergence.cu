// Chapter 01 · warp_divergence
//
// A warp issues one instruction for its 32 lanes. Where a branch splits the lanes, the warp walks
// through both sides, one after the other, each time with the other side's lanes switched off. What
// it costs is not decided by the branch but by who shares a warp.
//
//   warp_divergence [--size N] [--rounds R]   N numbers, default 2^14 on the CPU backend, 2^22 on a
//                                             GPU; R rounds of arithmetic on each, default 128
#include "tutorial.cuh"

// One round of either side of the branch. The kernels go round in a loop, so that both sides are
// long and differ: of the textbook's `if (t % 2 == 0) a = 100; else a = 200;` compilers leave no
// branch at all, only a select, and there is nothing to see on a GPU.
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

// Usually the data decide, here the lowest bit of the input. Thread t takes element order[t]: an
// order with all even numbers first leaves at most one warp that has to go both ways.
__global__ void branch_by_data(const unsigned* in, const int* order, unsigned* out, int n,
                               int rounds) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  const int i = order[t];
  unsigned x = in[i];
  if (x % 2 == 0) {
    for (int r = 0; r < rounds; ++r) x = multiplied(x);
  } else {
    for (int r = 0; r < rounds; ++r) x = shifted(x);
  }
  out[i] = x;
}

// A loop is a branch taken again and again: a lane that is done waits, switched off, for the
// longest loop in its warp. Sorted by length, the lanes of a warp finish together.
__global__ void loop_by_data(const unsigned* in, const int* order, unsigned* out, int n,
                             int rounds) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  const int i = order[t];
  unsigned x = in[i];
  const int length = x % (2 * rounds);  // `rounds` on average
  for (int r = 0; r < length; ++r) x = shifted(x);
  out[i] = x;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Branch by lane, by warp and by data, and see who waits.",
                        {{.name = "rounds",
                          .fallback = 128,
                          .min = 1,
                          .max = 1 << 20,
                          .help = "rounds of arithmetic on each number"}});
  const int n = options.size({.cpu = 1 << 14, .gpu = 1 << 22, .bytes_per_element = 12});
  const int rounds = options["rounds"];

  const std::vector<int> random = random_ints(n, 0, 1 << 30);
  const std::vector<unsigned> host(random.begin(), random.end());
  std::vector<unsigned> expect_by_index(n), expect_by_data(n), expect_by_length(n);
  for (int i = 0; i < n; ++i) {
    const int length = host[i] % (2 * rounds);
    unsigned x = host[i], y = host[i];
    if (length == 0) expect_by_length[i] = y;
    for (int r = 1; r <= std::max(rounds, length); ++r) {
      x = multiplied(x);
      y = shifted(y);
      if (r == rounds) {
        expect_by_index[i] = i % 2 == 0 ? x : y;
        expect_by_data[i] = host[i] % 2 == 0 ? x : y;
      }
      if (r == length) expect_by_length[i] = y;
    }
  }

  // Which thread takes which element. Stable, so that the threads of a warp stay close in memory.
  std::vector<int> as_it_comes(n);
  for (int t = 0; t < n; ++t) as_it_comes[t] = t;
  std::vector<int> partitioned = as_it_comes, sorted = as_it_comes;
  std::stable_partition(partitioned.begin(), partitioned.end(),
                        [&](int i) { return host[i] % 2 == 0; });
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](int i, int j) { return host[i] % (2 * rounds) < host[j] % (2 * rounds); });

  unsigned *in = nullptr, *out = nullptr;
  int* order = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(unsigned)));
  CHECK(cudaMalloc(&out, n * sizeof(unsigned)));
  CHECK(cudaMalloc(&order, n * sizeof(int)));
  CHECK(cudaMemcpy(in, host.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
  const auto use_order = [&](const std::vector<int>& elements) {
    CHECK(cudaMemcpy(order, elements.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  };

  const int block = 256;  // a multiple of 64: branch_by_warp shares out 64 elements at a time
  const int grid = (n + block - 1) / block;
  Experiment experiment("One branch, two sides", out, n, /*bytes moved*/ 0);
  experiment.show({Column::kTime, Column::kActiveLanes, Column::kSectorsPerLoad});

  const auto by_lane = [&] { branch_by_lane<<<grid, block>>>(in, out, n, rounds); };
  const auto by_warp = [&] { branch_by_warp<<<grid, block>>>(in, out, n, rounds); };
  const auto select = [&] { select_by_predicate<<<grid, block>>>(in, out, n, rounds); };
  experiment.run("by lane: t % 2", by_lane, expect_by_index);
  experiment.run("by warp: t / 32 % 2", by_warp, expect_by_index);
  experiment.run("both sides, then select", select, expect_by_index);

  const auto by_data = [&] { branch_by_data<<<grid, block>>>(in, order, out, n, rounds); };
  use_order(as_it_comes);
  experiment.run("by data, as it comes", by_data, expect_by_data);
  use_order(partitioned);
  experiment.run("by data, partitioned", by_data, expect_by_data);

  const auto by_length = [&] { loop_by_data<<<grid, block>>>(in, order, out, n, rounds); };
  use_order(as_it_comes);
  experiment.run("loop by data, as it comes", by_length, expect_by_length);
  use_order(sorted);
  experiment.run("loop by data, sorted", by_length, expect_by_length);

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  CHECK(cudaFree(order));
  return experiment.report();
}
