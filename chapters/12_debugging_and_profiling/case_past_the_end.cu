// Chapter 12 · case_past_the_end
//
// Grey values are counted in 256 bins. Since the pictures come from a new camera, the total is a few pixels short.
//
//   case_past_the_end [--broken 1]      1: as it was found
#include <numeric>

#include "tutorial.cuh"

constexpr int kBins = 256, kBlock = 256;

template <bool broken>
__global__ void count(const int* pixels, int n, int* bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int grey = pixels[i];
  const int bin = broken ? grey : min(grey, kBins - 1);  // the new camera's white is 256
  atomicAdd(&bins[bin], 1);
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "A histogram that loses pixels.",
      {{.name = "broken", .fallback = 0, .min = 0, .max = 1, .help = "1: as it was found"}});
  require_device();
  const int n = 1000;
  std::vector<int> picture(n);
  for (int i = 0; i < n; ++i) picture[i] = i * 7919 % 257;

  int *pixels = nullptr, *bins = nullptr;
  CHECK(cudaMalloc(&pixels, n * sizeof(int)));
  CHECK(cudaMalloc(&bins, kBins * sizeof(int)));
  CHECK(cudaMemcpy(pixels, picture.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(bins, 0, kBins * sizeof(int)));
  const int blocks = (n + kBlock - 1) / kBlock;
  if (options["broken"] == 1) {
    count<true><<<blocks, kBlock>>>(pixels, n, bins);
  } else {
    count<false><<<blocks, kBlock>>>(pixels, n, bins);
  }
  CHECK_LAST();
  std::vector<int> counts(kBins);
  CHECK(cudaMemcpy(counts.data(), bins, kBins * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(pixels));
  CHECK(cudaFree(bins));

  const int total = std::accumulate(counts.begin(), counts.end(), 0);
  std::printf("%d of %d pixels counted\n", total, n);
  return verdict(total == n);
}
