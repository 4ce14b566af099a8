// What the CPU backend costs: nanoseconds per CUDA thread, per barrier and per shuffle, as slopes
// (the difference between a long and a short run, so that the launch itself cancels out), and seconds
// for a product of matrices in tiles; beside serial loops that do the same work without any of it.
// Times depend on the machine: nothing is checked here.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

// In a file of their own, which is not instrumented.
void add_serially(const float* a, const float* b, float* c, int n);
void multiply_serially(const float* a, const float* b, float* c, int n);

__global__ void vector_add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

__global__ void barriers(int* out, int rounds) {
  for (int i = 0; i < rounds; ++i) __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = rounds;
}

__global__ void shuffles(int* out, int rounds) {
  int value = threadIdx.x;
  for (int i = 0; i < rounds; ++i) value = __shfl_xor_sync(0xffffffffu, value, 1);
  if (threadIdx.x == 0) out[blockIdx.x] = value;
}

constexpr int kTile = 32;

/// c = a * b, of n times n elements; n is a multiple of the tile.
__global__ void multiply_tiled(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
  float sum = 0;
  for (int first = 0; first < n; first += kTile) {
    tile_a[y][x] = a[row * n + first + x];
    tile_b[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += tile_a[y][k] * tile_b[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

/// Shortest of five runs, in nanoseconds.
template <class Run>
double best_time(Run run) {
  double best = 1e300;
  for (int i = 0; i < 5; ++i) {
    const auto start = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count());
  }
  return best;
}

int main() {
  const int n = 1 << 22;
  const std::vector<float> host(n, 1.0f);
  std::vector<float> sum(n);
  float *a, *b, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  cudaMemcpy(a, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);

  const auto add = [&](int count) {
    vector_add<<<count / 256, 256>>>(a, b, c, count);
    cudaDeviceSynchronize();
  };
  const double per_thread =
      (best_time([&] { add(n); }) - best_time([&] { add(n / 8); })) / (n - n / 8);
  const double serial =
      best_time([&] { add_serially(host.data(), host.data(), sum.data(), n); }) / n;

  const int blocks = 16, threads = 1024, few = 100, many = 1100;
  int* out = reinterpret_cast<int*>(c);
  const auto slope = [&](auto launch) {
    return (best_time([&] { launch(many); }) - best_time([&] { launch(few); })) /
           (static_cast<double>(many - few) * blocks * threads);
  };
  const double per_barrier = slope([&](int rounds) {
    barriers<<<blocks, threads>>>(out, rounds);
    cudaDeviceSynchronize();
  });
  const double per_shuffle = slope([&](int rounds) {
    shuffles<<<blocks, threads>>>(out, rounds);
    cudaDeviceSynchronize();
  });
  const int side = 512;
  const double product = best_time([&] {
    multiply_tiled<<<dim3(side / kTile, side / kTile), dim3(kTile, kTile)>>>(a, b, c, side);
    cudaDeviceSynchronize();
  });
  const double serial_product =
      best_time([&] { multiply_serially(host.data(), host.data(), sum.data(), side); });
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  std::printf("vector_add, 2^22 threads of 256    %6.2f ns per thread\n", per_thread);
  std::printf("  the same in a serial C++ loop    %6.2f ns per element\n", serial);
  std::printf("__syncthreads, 1024 threads        %6.2f ns per thread\n", per_barrier);
  std::printf("__shfl_xor_sync                    %6.2f ns per lane\n", per_shuffle);
  std::printf("32x32 tiles of a 512^3 product     %6.2f s, %.3f Gflop/s\n", product * 1e-9,
              2.0 * side * side * side / product);
  std::printf("  the same in a serial C++ loop    %6.2f s, %.3f Gflop/s\n", serial_product * 1e-9,
              2.0 * side * side * side / serial_product);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
