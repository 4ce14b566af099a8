// The live picture `shuffle`: chapter 06's shuffles, in a warp and in its first 8 or 16 lanes. The loops are
// those of sums_by_shuffles (tiled_partition), butterfly (shuffle_patterns) and scan_in_5_steps (warp_scan),
// with a width. What the picture shows is the trace of this run (SIMT_TRACE).
#include <numeric>

#include "tutorial.cuh"

constexpr unsigned kAll = ~0u;  // all 32 lanes take part

template <int kWidth>
__global__ void tree(const int* in, int* out) {
  int sum = in[threadIdx.x];
  for (int offset = kWidth / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(kAll, sum, offset, kWidth);
  }
  out[threadIdx.x] = sum;
}

template <int kWidth>
__global__ void butterfly(const int* in, int* out) {
  int x = in[threadIdx.x];
  for (int bits = kWidth / 2; bits > 0; bits /= 2) x += __shfl_xor_sync(kAll, x, bits, kWidth);
  out[threadIdx.x] = x;
}

template <int kWidth>
__global__ void scan(const int* in, int* out) {
  const int lane = threadIdx.x % kWidth;
  int x = in[threadIdx.x];
  for (int offset = 1; offset < kWidth; offset *= 2) {
    const int below = __shfl_up_sync(kAll, x, offset, kWidth);
    if (lane >= offset) x += below;
  }
  out[threadIdx.x] = x;
}

template <int kWidth>
__global__ void broadcast(const int* in, int* out) {
  out[threadIdx.x] = __shfl_sync(kAll, in[threadIdx.x], 3, kWidth);
}

template <int kWidth>
__global__ void up(const int* in, int* out) {
  out[threadIdx.x] = __shfl_up_sync(kAll, in[threadIdx.x], 2, kWidth);
}

template <int kWidth>
__global__ void down(const int* in, int* out) {
  out[threadIdx.x] = __shfl_down_sync(kAll, in[threadIdx.x], 2, kWidth);
}

template <int kWidth>
__global__ void ring(const int* in, int* out) {
  const int lane = threadIdx.x % 32;
  out[threadIdx.x] = __shfl_sync(kAll, in[threadIdx.x], lane + 2, kWidth);
}

// Each lane's number is its own, as in shuffle_patterns.
void run(const char* name, int width, void (*kernel)(const int*, int*)) {
  std::vector<int> numbers(32);
  std::iota(numbers.begin(), numbers.end(), 0);
  int *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, 32 * sizeof(int)));
  CHECK(cudaMalloc(&out, 32 * sizeof(int)));
  CHECK(cudaMemcpy(in, numbers.data(), 32 * sizeof(int), cudaMemcpyHostToDevice));
  kernel<<<1, 32>>>(in, out);
  CHECK_LAST();
  CHECK(cudaMemcpy(numbers.data(), out, 32 * sizeof(int), cudaMemcpyDeviceToHost));
  std::printf("%s %d:", name, width);
  for (int lane = 0; lane < width; ++lane) std::printf(" %d", numbers[lane]);
  std::puts("");
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
}

template <int kWidth>
void run_all() {
  run("tree", kWidth, tree<kWidth>);
  run("butterfly", kWidth, butterfly<kWidth>);
  run("scan", kWidth, scan<kWidth>);
  run("broadcast", kWidth, broadcast<kWidth>);
  run("up", kWidth, up<kWidth>);
  run("down", kWidth, down<kWidth>);
  run("ring", kWidth, ring<kWidth>);
}

int main() {
  run_all<8>();
  run_all<16>();
  run_all<32>();
}
