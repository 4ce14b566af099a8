// Chapter 12 · case_ignored_error
//
// A kernel got larger blocks to make it faster. Now it takes no time at all, and the values come back unchanged.
//
//   case_ignored_error [--broken 1]      1: as it was found
#include "tutorial.cuh"

__global__ void square(float* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= values[i];
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "A launch whose error is not asked for.",
      {{.name = "broken", .fallback = 0, .min = 0, .max = 1, .help = "1: as it was found"}});
  require_device();
  const bool broken = options["broken"] == 1;
  const int n = 100'000;
  const std::vector<float> input = random_floats(n);
  float* values = nullptr;
  CHECK(cudaMalloc(&values, n * sizeof(float)));
  CHECK(cudaMemcpy(values, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  const int block = broken ? 2048 : 1024;
  square<<<(n + block - 1) / block, block>>>(values, n);
  if (!broken) CHECK_LAST();  // asks whether the launch has failed
  std::vector<float> got(n);
  CHECK(cudaMemcpy(got.data(), values, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(values));
  return verdict(verify("square", got, [&](int i) { return input[i] * input[i]; }));
}
