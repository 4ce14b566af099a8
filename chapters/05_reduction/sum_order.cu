// Chapter 05 · sum_order
//
// Floats are rounded after every addition, so a sum depends on the order in which it is made. Here
// the same numbers are added up in eight orders, each compared with a sum in double precision and
// with itself in further runs.
//
//   sum_order [--size N]      N numbers, default 2^16 on the CPU backend, 2^26 on a GPU
#include <numeric>
#include <set>

#include "tutorial.cuh"

constexpr int kBlock = 512;
static_assert((kBlock & (kBlock - 1)) == 0);  // the tree halves it until one sum is left
constexpr int kRuns = 10;

// The order is that in which the warps happen to come, and within a warp the hardware's choice.
__global__ void add_per_element(const float* in, float* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, in[i]);
}

// Fixed inside of the block: the sum of thread 0 is the same in every run.
__device__ float sum_of_block(float* mine, float sum) {
  const int t = threadIdx.x;
  mine[t] = sum;
  for (int stride = kBlock / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  return t == 0 ? mine[0] : 0;
}

// But the blocks come in any order.
__global__ void add_per_block(const float* in, float* total, int n) {
  __shared__ float mine[kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const float sum = sum_of_block(mine, i < n ? in[i] : 0);
  if (threadIdx.x == 0) atomicAdd(total, sum);
}

// Each block has a place of its own. Nothing is left to chance.
__global__ void sums_of_blocks(const float* in, float* sums, int n) {
  __shared__ float mine[kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const float sum = sum_of_block(mine, i < n ? in[i] : 0);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// Half plus half, as a tree: every number takes part in about log2(n) additions.
float sum_pairwise(const float* x, size_t n) {
  if (n == 1) return *x;
  return sum_pairwise(x, n / 2) + sum_pairwise(x + n / 2, n - n / 2);
}

// Kahan's sum carries along what the last addition rounded away.
float sum_compensated(const std::vector<float>& x) {
  float sum = 0, lost = 0;
  for (const float value : x) {
    const float y = value - lost;
    const float next = sum + y;
    lost = (next - sum) - y;
    sum = next;
  }
  return sum;
}

// Additions in which a number takes part, at most, if n of them are added as a tree.
int depth_of_tree(int n) {
  int depth = 0;
  while ((1LL << depth) < n) ++depth;
  return depth;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "One sum of floats, in several orders.");
  const int n =
      options.size({.cpu = 1 << 16, .gpu = 1 << 26, .bytes_per_element = sizeof(float) + 1});
  const int blocks = n / kBlock + (n % kBlock > 0);
  const std::vector<float> input = random_floats(n, 0, 1);
  const double exact = std::accumulate(input.begin(), input.end(), 0.0);
  std::vector<float> ascending = input;
  std::sort(ascending.begin(), ascending.end());

  float *in = nullptr, *sums = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&sums, blocks * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  bool ok = true;
  Table table({"order", "error limit × 2^24", "sum", "relative error", "different sums"});
  // chain: the roundings that may add up in the result, each 2^-24 at most, since all numbers are
  // positive. In a loop or a tree these are the additions that one number goes through.
  const auto run = [&](const char* order, double chain, const auto& add_up) {
    std::set<float> different;
    const float first = add_up();
    different.insert(first);
    for (int r = 1; r < kRuns; ++r) different.insert(add_up());
    const double error = (first - exact) / exact;
    table.add({order, figure("%.0f", std::floor(chain)), figure("%.3f", first),
               figure("%+.1e", error), std::to_string(different.size())});
    if (std::abs(error) <= std::ldexp(chain + 1, -24)) return;
    std::fprintf(stderr, "%s: expected %.9g, got %.9g\n", order, exact, first);
    ok = false;
  };
  run("host, first to last", n - 1.0,
      [&] { return std::accumulate(input.begin(), input.end(), 0.0f); });
  run("host, last to first", n - 1.0,
      [&] { return std::accumulate(input.rbegin(), input.rend(), 0.0f); });
  run("host, ascending", n - 1.0,
      [&] { return std::accumulate(ascending.begin(), ascending.end(), 0.0f); });
  run("host, first to last, compensated", 2 + std::ldexp(n, -24),
      [&] { return sum_compensated(input); });
  run("host, pairwise", depth_of_tree(n), [&] { return sum_pairwise(input.data(), n); });

  const auto total_of = [&](auto* kernel) {
    return [&, kernel] {
      float total = 0;
      CHECK(cudaMemset(sums, 0, sizeof(float)));
      kernel<<<blocks, kBlock>>>(in, sums, n);
      CHECK_LAST();
      CHECK(cudaMemcpy(&total, sums, sizeof(float), cudaMemcpyDeviceToHost));
      return total;
    };
  };
  const int depth = depth_of_tree(kBlock);
  run("device, atomicAdd per element", n, total_of(add_per_element));
  run("device, atomicAdd per block", depth + blocks, total_of(add_per_block));
  run("device, sums of blocks, host pairwise", depth + depth_of_tree(blocks), [&] {
    std::vector<float> host(blocks);
    poison(sums, blocks);
    sums_of_blocks<<<blocks, kBlock>>>(in, sums, n);
    CHECK_LAST();
    CHECK(cudaMemcpy(host.data(), sums, blocks * sizeof(float), cudaMemcpyDeviceToHost));
    return sum_pairwise(host.data(), blocks);
  });

  CHECK(cudaFree(in));
  CHECK(cudaFree(sums));
  std::printf("%d floats from 0 to 1, in double precision %.3f; %d runs of each\n", n, exact,
              kRuns);
  table.print();
  return verdict(ok);
}
