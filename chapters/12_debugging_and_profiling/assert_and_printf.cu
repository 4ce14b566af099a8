// Chapter 12 · assert_and_printf
//
// The histogram of case_past_the_end answers questions: a printf shows what the suspicious threads have, an assert
// stops the first thread whose value cannot be right.
//
//   assert_and_printf [--how H]      1: printf, 2: assert
#include <cassert>

#include "tutorial.cuh"

constexpr int kBins = 256, kBlock = 256;

enum class How { kMended, kPrintf, kAssert };

template <How how>
__global__ void count(const int* pixels, int n, int* bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int grey = pixels[i];
  // Without the condition, 1000 threads would print a line each.
  if (how == How::kPrintf && grey >= kBins)
    printf("block %d thread %d: pixel %d is %d\n", blockIdx.x, threadIdx.x, i, grey);
  if (how == How::kAssert) assert(grey < kBins);
  atomicAdd(&bins[min(grey, kBins - 1)], 1);
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "A histogram that answers questions.",
      {{.name = "how", .fallback = 0, .min = 0, .max = 2, .help = "ask how"}});
  require_device();
  const int n = 1000;
  std::vector<int> picture(n);
  for (int i = 0; i < n; ++i) picture[i] = i * 7919 % 257;

  int *pixels = nullptr, *bins = nullptr;
  CHECK(cudaMalloc(&pixels, n * sizeof(int)));
  CHECK(cudaMalloc(&bins, kBins * sizeof(int)));
  CHECK(cudaMemcpy(pixels, picture.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(bins, 0, kBins * sizeof(int)));
  const auto kernel = options["how"] == 2   ? count<How::kAssert>
                      : options["how"] == 1 ? count<How::kPrintf>
                                            : count<How::kMended>;
  kernel<<<(n + kBlock - 1) / kBlock, kBlock>>>(pixels, n, bins);
  CHECK_LAST();
  CHECK(cudaDeviceSynchronize());
  std::vector<int> counts(kBins);
  CHECK(cudaMemcpy(counts.data(), bins, kBins * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(pixels));
  CHECK(cudaFree(bins));

  int total = 0;
  for (const int bin : counts) total += bin;
  std::printf("%d of %d pixels counted\n", total, n);
  return verdict(total == n);
}
