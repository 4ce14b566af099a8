// Chapter 12 · case_race
//
// The largest of some measurements: each block stores its own largest one if it beats the result so far. But most
// runs end with a smaller one.
//
//   case_race [--broken 1]      1: as it was found
#include "tutorial.cuh"

constexpr int kBlock = 128;

template <bool broken>
__global__ void largest(const int* values, int n, int* result) {
  __shared__ int best[kBlock];
  const int t = threadIdx.x;
  const int i = blockIdx.x * kBlock + t;
  best[t] = i < n ? values[i] : 0;
  for (int half = kBlock / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) best[t] = max(best[t], best[t + half]);
  }
  if (t > 0) return;
  if (broken) {
    // Between the comparison and the store, another block may store a larger one.
    if (best[0] > *result) *result = best[0];
  } else {
    atomicMax(result, best[0]);
  }
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "A maximum that is not always found.",
      {{.name = "broken", .fallback = 0, .min = 0, .max = 1, .help = "1: as it was found"}});
  require_device();
  const int n = 100'000, blocks = (n + kBlock - 1) / kBlock, runs = 20;
  const std::vector<int> input = random_ints(n);
  const int expected = *std::max_element(input.begin(), input.end());

  int *values = nullptr, *result = nullptr;
  CHECK(cudaMalloc(&values, n * sizeof(int)));
  CHECK(cudaMalloc(&result, sizeof(int)));
  CHECK(cudaMemcpy(values, input.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  int right = 0;
  for (int run = 0; run < runs; ++run) {
    CHECK(cudaMemset(result, 0, sizeof(int)));
    if (options["broken"] == 1) {
      largest<true><<<blocks, kBlock>>>(values, n, result);
    } else {
      largest<false><<<blocks, kBlock>>>(values, n, result);
    }
    CHECK_LAST();
    int got = 0;
    CHECK(cudaMemcpy(&got, result, sizeof(int), cudaMemcpyDeviceToHost));
    right += got == expected;
  }
  CHECK(cudaFree(values));
  CHECK(cudaFree(result));

  std::printf("%d of %d runs found the largest\n", right, runs);
  return verdict(right == runs);
}
