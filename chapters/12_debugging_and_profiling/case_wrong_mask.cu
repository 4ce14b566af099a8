// Chapter 12 · case_wrong_mask
//
// Each warp adds up its values with shuffles. Since it skips those that are not positive, the sums are wrong.
//
//   case_wrong_mask [--broken 1]      1: as it was found
#include "tutorial.cuh"

constexpr int kBlock = 256, kWarp = 32;
constexpr unsigned kAll = 0xffffffff;

__device__ int sum_of_warp(int value) {
  for (int distance = kWarp / 2; distance > 0; distance /= 2)
    value += __shfl_down_sync(kAll, value, distance);
  return value;
}

template <bool broken>
__global__ void sums(const int* values, int* of_warps) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int value = values[i];
  int sum = 0;
  if (broken) {
    if (value > 0) sum = sum_of_warp(value);  // kAll names lanes that are not here
  } else {
    sum = sum_of_warp(max(value, 0));
  }
  if (i % kWarp == 0) of_warps[i / kWarp] = sum;
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "Sums of the positive elements of each warp.",
      {{.name = "broken", .fallback = 0, .min = 0, .max = 1, .help = "1: as it was found"}});
  require_device();
  const int n = 4 * kBlock;
  const std::vector<int> input = random_ints(n);
  int *values = nullptr, *of_warps = nullptr;
  CHECK(cudaMalloc(&values, n * sizeof(int)));
  CHECK(cudaMalloc(&of_warps, n / kWarp * sizeof(int)));
  CHECK(cudaMemcpy(values, input.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  if (options["broken"] == 1) {
    sums<true><<<n / kBlock, kBlock>>>(values, of_warps);
  } else {
    sums<false><<<n / kBlock, kBlock>>>(values, of_warps);
  }
  CHECK_LAST();
  std::vector<int> got(n / kWarp);
  CHECK(cudaMemcpy(got.data(), of_warps, n / kWarp * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(values));
  CHECK(cudaFree(of_warps));
  return verdict(verify("sums", got, [&](int warp) {
    int sum = 0;
    for (int lane = 0; lane < kWarp; ++lane) sum += std::max(input[warp * kWarp + lane], 0);
    return sum;
  }));
}
