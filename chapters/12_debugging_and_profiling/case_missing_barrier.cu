// Chapter 12 · case_missing_barrier
//
// Each block moves its elements by one place. Blocks of 32 threads do so correctly, blocks of 256 do not always.
//
//   case_missing_barrier [--broken 1]      1: as it was found
#include "tutorial.cuh"

constexpr int kLargestBlock = 256;

template <bool broken>
__global__ void rotate(int* data) {
  __shared__ int tile[kLargestBlock];
  const int t = threadIdx.x, first = blockIdx.x * blockDim.x;
  tile[t] = data[first + t];
  if (!broken) __syncthreads();  // was left out: with 32 threads it worked without
  data[first + t] = tile[(t + 1) % blockDim.x];
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "A rotation that is right for small blocks.",
      {{.name = "broken", .fallback = 0, .min = 0, .max = 1, .help = "1: as it was found"}});
  require_device();
  const int n = 16'384;
  const std::vector<int> input = random_ints(n);
  int* data = nullptr;
  CHECK(cudaMalloc(&data, n * sizeof(int)));
  bool right = true;
  for (const int block : {32, kLargestBlock}) {
    CHECK(cudaMemcpy(data, input.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    if (options["broken"] == 1) {
      rotate<true><<<n / block, block>>>(data);
    } else {
      rotate<false><<<n / block, block>>>(data);
    }
    CHECK_LAST();
    std::vector<int> got(n);
    CHECK(cudaMemcpy(got.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += got[i] != input[i / block * block + (i + 1) % block];
    std::printf("blocks of %3d: %d of %d elements wrong\n", block, wrong, n);
    right &= wrong == 0;
  }
  CHECK(cudaFree(data));
  return verdict(right);
}
