// Chapter 05 · atomic_cas
//
// An atomic operation that CUDA does not have: the largest of n floats. It is built from atomicCAS
// (compare and swap), in a loop that tries again when another thread came in between.
//
//   atomic_cas [--size N]      N floats, default 2^16 on the CPU backend, 2^26 on a GPU
#include <algorithm>
#include <cfloat>

#include "tutorial.cuh"

constexpr int kBlock = 512;
static_assert((kBlock & (kBlock - 1)) == 0);  // the tree halves it until one maximum is left

// atomicCAS(p, expected, wanted) stores `wanted` only if *p is still `expected`, and returns what
// it found. It compares integers, so the float travels as its 32 bits. If the largest so far is not
// smaller than x, there is nothing to store, and most threads leave the loop at once.
__device__ void atomic_max(float* p, float x) {
  auto* bits = reinterpret_cast<unsigned*>(p);
  unsigned found = atomicAdd(bits, 0u);  // an atomic read
  while (__uint_as_float(found) < x) {
    const unsigned expected = found;
    found = atomicCAS(bits, expected, __float_as_uint(x));
    if (found == expected) return;  // stored
  }
}

// One operation per element.
__global__ void max_per_element(const float* in, float* largest, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) atomic_max(largest, in[i]);
}

// The block builds its tree first, of maxima instead of sums, and one thread makes the operation.
__global__ void max_per_block(const float* in, float* largest, int n) {
  __shared__ float mine[kBlock];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  mine[t] = i < n ? in[i] : -FLT_MAX;
  for (int stride = kBlock / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] = fmaxf(mine[t], mine[t + stride]);
  }
  if (t == 0) atomic_max(largest, mine[0]);
}

// Without a loop, by operations on ints: the bits of floats that are not negative are in the same
// order as the floats. Among negative floats the order is reversed, as unsigned numbers.
__device__ void atomic_max_by_bits(float* p, float x) {
  if (x >= 0) {
    atomicMax(reinterpret_cast<int*>(p), __float_as_int(x));
  } else {
    atomicMin(reinterpret_cast<unsigned*>(p), __float_as_uint(x));
  }
}

__global__ void max_per_element_by_bits(const float* in, float* largest, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) atomic_max_by_bits(largest, in[i] + 0.0f);  // -0 + 0 is 0: -0 has the wrong bits
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "The largest of n floats, by atomicCAS.");
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 26, .bytes_per_element = sizeof(float)});
  const std::vector<float> input = random_floats(n, -1, 1);
  const float expected = *std::max_element(input.begin(), input.end());

  float *in = nullptr, *largest = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&largest, sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment("The largest of " + std::to_string(n) + " floats", 1.0 * n * sizeof(float));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  experiment.longest_name("each element, by its bits");
  experiment.show_count("atomic requests", "%.0f",
                        [](const Counters& c) { return c.global_atomic_requests; });
  const float lowest = -FLT_MAX;
  experiment.before_each([&] {  // no number is smaller
    CHECK(cudaMemcpyAsync(largest, &lowest, sizeof lowest, cudaMemcpyHostToDevice));
  });
  const int blocks = (n - 1) / kBlock + 1;
  const auto run = [&](const char* who, auto* kernel) {
    experiment.run(
        who, [&] { kernel<<<blocks, kBlock>>>(in, largest, n); },
        [&] { return first_difference_on_device(largest, 1, [&](int) { return expected; }); });
  };
  run("each element", max_per_element);
  run("each block", max_per_block);
  run("each element, by its bits", max_per_element_by_bits);

  CHECK(cudaFree(in));
  CHECK(cudaFree(largest));
  return experiment.report();
}
