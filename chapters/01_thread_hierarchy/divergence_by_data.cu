// Chapter 01 · divergence_by_data
//
// Real branches depend on the data. An order of the elements in which neighbours agree gives whole
// warps back, at the price of loads that are further apart.
//
//   divergence_by_data [--size N] [--rounds R]   N numbers, default 2^14 on the CPU backend, 2^22
//                                                on a GPU; R rounds of arithmetic, default 128
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

using Order = std::vector<int>;  // thread t takes element order[t]
Order partitioned(const std::vector<unsigned>& host);
Order sorted(const std::vector<unsigned>& host, int rounds);
std::vector<unsigned> expected_of_branch(std::vector<unsigned> x, int rounds);
std::vector<unsigned> expected_of_loop(std::vector<unsigned> x, int rounds);

int main(int argc, char** argv) {
  const Options options(argc, argv, "Branch and loop by data, as they come and in a better order.",
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
  int* order = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(unsigned)));
  CHECK(cudaMalloc(&out, n * sizeof(unsigned)));
  CHECK(cudaMalloc(&order, n * sizeof(int)));
  CHECK(cudaMemcpy(in, host.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
  const auto use_order = [&](const Order& elements) {
    CHECK(cudaMemcpy(order, elements.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  };
  Order as_it_comes(n);
  for (int t = 0; t < n; ++t) as_it_comes[t] = t;

  const int block = 256;
  const int grid = (n + block - 1) / block;
  const auto branch = [&] { branch_by_data<<<grid, block>>>(in, order, out, n, rounds); };
  const auto loop = [&] { loop_by_data<<<grid, block>>>(in, order, out, n, rounds); };
  Experiment experiment("Branches that depend on the data", out, n, /*bytes moved*/ 0);
  experiment.show({Column::kTime, Column::kActiveLanes, Column::kSectorsPerLoad});

  const std::vector<unsigned> of_branch = expected_of_branch(host, rounds);
  use_order(as_it_comes);
  experiment.run("by data, as it comes", branch, of_branch);
  use_order(partitioned(host));
  experiment.run("by data, partitioned", branch, of_branch);

  const std::vector<unsigned> of_loop = expected_of_loop(host, rounds);
  use_order(as_it_comes);
  experiment.run("loop by data, as it comes", loop, of_loop);
  use_order(sorted(host, rounds));
  experiment.run("loop by data, sorted", loop, of_loop);

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  CHECK(cudaFree(order));
  return experiment.report();
}

// Even elements first. Stable, so that the threads of a warp stay close in memory.
Order partitioned(const std::vector<unsigned>& host) {
  Order order(host.size());
  for (size_t t = 0; t < order.size(); ++t) order[t] = static_cast<int>(t);
  std::stable_partition(order.begin(), order.end(), [&](int i) { return host[i] % 2 == 0; });
  return order;
}

// Short loops first.
Order sorted(const std::vector<unsigned>& host, int rounds) {
  Order order(host.size());
  for (size_t t = 0; t < order.size(); ++t) order[t] = static_cast<int>(t);
  std::stable_sort(order.begin(), order.end(),
                   [&](int i, int j) { return host[i] % (2 * rounds) < host[j] % (2 * rounds); });
  return order;
}

std::vector<unsigned> expected_of_branch(std::vector<unsigned> x, int rounds) {
  for (unsigned& value : x) {
    const bool even = value % 2 == 0;
    for (int r = 0; r < rounds; ++r) value = even ? multiplied(value) : shifted(value);
  }
  return x;
}

std::vector<unsigned> expected_of_loop(std::vector<unsigned> x, int rounds) {
  for (unsigned& value : x) {
    const int length = value % (2 * rounds);
    for (int r = 0; r < length; ++r) value = shifted(value);
  }
  return x;
}
