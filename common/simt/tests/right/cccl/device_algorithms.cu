// Algorithms of the whole device, which say first how much memory they need.
// supports: <cub/cub.cuh>: DeviceReduce, DeviceScan, DeviceSelect, DeviceHistogram, DeviceRadixSort
// prints: reduce 1 scan 1 select 1 histogram 1 sort 1
#include <cub/cub.cuh>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <vector>

constexpr int kCount = 9000, kBins = 50;

struct IsOdd {
  __host__ __device__ bool operator()(int value) const { return value % 2 != 0; }
};

// Runs an algorithm of CUB, with the memory that it asks for.
template <class Algorithm>
void run(const Algorithm& algorithm) {
  void* scratch = nullptr;
  std::size_t bytes = 0;
  cudaError_t error = algorithm(scratch, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&scratch, bytes);
  if (error == cudaSuccess) error = algorithm(scratch, bytes);
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  cudaFree(scratch);
}

bool is(const int* values, const std::vector<int>& expected) {
  std::vector<int> host(expected.size());
  cudaMemcpy(host.data(), values, host.size() * sizeof(int), cudaMemcpyDeviceToHost);
  return host == expected;
}

int main() {
  std::vector<int> host(kCount), expected(kCount);
  for (int i = 0; i < kCount; ++i) host[i] = i * 7919 % kBins;
  int *in, *out, *count;
  cudaMalloc(&in, kCount * sizeof(int));
  cudaMalloc(&out, kCount * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMemcpy(in, host.data(), kCount * sizeof(int), cudaMemcpyHostToDevice);

  run([&](void* s, std::size_t& n) { return cub::DeviceReduce::Sum(s, n, in, out, kCount); });
  std::printf("reduce %d", is(out, {std::accumulate(host.begin(), host.end(), 0)}));

  run([&](void* s, std::size_t& n) {
    return cub::DeviceScan::InclusiveSum(s, n, in, out, kCount);
  });
  std::partial_sum(host.begin(), host.end(), expected.begin());
  std::printf(" scan %d", is(out, expected));

  run([&](void* s, std::size_t& n) {
    return cub::DeviceSelect::If(s, n, in, out, count, kCount, IsOdd());
  });
  expected.clear();
  std::copy_if(host.begin(), host.end(), std::back_inserter(expected), IsOdd());
  std::printf(" select %d", is(out, expected) && is(count, {static_cast<int>(expected.size())}));

  run([&](void* s, std::size_t& n) {
    return cub::DeviceHistogram::HistogramEven(s, n, in, out, kBins + 1, 0, kBins, kCount);
  });
  expected.assign(kBins, 0);
  for (const int value : host) ++expected[value];
  std::printf(" histogram %d", is(out, expected));

  run([&](void* s, std::size_t& n) {
    return cub::DeviceRadixSort::SortKeysDescending(s, n, in, out, kCount);
  });
  std::sort(host.begin(), host.end(), std::greater<>());
  std::printf(" sort %d\n", is(out, host));
  cudaFree(in), cudaFree(out), cudaFree(count);
}
