// One warp copies rows of a matrix with cp.async, two stages ahead, for three that compute; numbered barriers say that
// a row is there, and that its place is free. Threads that are not needed end at once.
// prints: 0 wrong
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

constexpr int kRow = 96, kRows = 10, kStages = 2;

enum Barrier { kFull = 1, kEmpty = kFull + kStages };

__device__ __forceinline__ void sync(unsigned barrier) {
  asm volatile("barrier.cta.sync %0, %1;" : : "r"(barrier), "r"(32 + kRow) : "memory");
}
__device__ __forceinline__ void arrive(unsigned barrier) {
  asm volatile("barrier.cta.arrive %0, %1;" : : "r"(barrier), "r"(32 + kRow) : "memory");
}
template <int Bytes>
__device__ __forceinline__ void copy(void* to, const void* from) {
  const auto place = static_cast<std::uint32_t>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2;" ::"r"(place), "l"(from),
               "n"(Bytes)
               : "memory");
}

__global__ void weighted_sums(const float* rows, float* sums) {
  __shared__ float stage[kStages][kRow];
  const unsigned warp = threadIdx.x / 32;
  if (warp == 4) asm volatile("exit;");
  if (warp == 0) {
    for (int row = 0; row < kRows; ++row) {
      const int place = row % kStages;
      if (row >= kStages) sync(kEmpty + place);
      for (unsigned i = threadIdx.x; i < kRow; i += 32)
        copy<4>(&stage[place][i], &rows[row * kRow + i]);
      asm volatile("cp.async.commit_group;\n\tcp.async.wait_group 0;" ::: "memory");
      arrive(kFull + place);
    }
    return;
  }
  const unsigned column = threadIdx.x - 32;
  float sum = 0;
  for (int row = 0; row < kRows; ++row) {
    const int place = row % kStages;
    sync(kFull + place);
    const float weight = stage[place][(column + 1) % kRow];
    asm("fma.rn.f32 %0, %1, %2, %0;" : "+f"(sum) : "f"(stage[place][column]), "f"(weight));
    if (row + kStages < kRows) arrive(kEmpty + place);
  }
  sums[column] = sum;
}

int main() {
  static float host[kRows * kRow], result[kRow];
  for (int i = 0; i < kRows * kRow; ++i) host[i] = static_cast<float>(i % 7);
  float *rows, *sums;
  cudaMalloc(&rows, sizeof(host));
  cudaMalloc(&sums, sizeof(result));
  cudaMemcpy(rows, host, sizeof(host), cudaMemcpyHostToDevice);
  weighted_sums<<<1, 160>>>(rows, sums);
  cudaMemcpy(result, sums, sizeof(result), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int column = 0; column < kRow; ++column) {
    float sum = 0;
    for (int row = 0; row < kRows; ++row)
      sum += host[row * kRow + column] * host[row * kRow + (column + 1) % kRow];
    wrong += result[column] != sum;
  }
  std::printf("%d wrong\n", wrong);
  cudaFree(rows);
  cudaFree(sums);
}
