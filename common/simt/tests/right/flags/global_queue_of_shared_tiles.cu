// A warp fills one of two tiles while the others use the other one; tickets in global memory say which are full and free.
// prints: 36672
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kRounds = 6, kTile = 32;

__device__ int full, empty;

/// All lanes wait, and come after what the counter says.
__device__ void wait_for(int* counter, int value) {
  while (atomicAdd(counter, 0) < value) {
  }
  __threadfence_block();
}

/// The warp is done with the tile.
__device__ void count_up(int* counter) {
  __syncwarp();
  if (threadIdx.x % 32 == 0) {
    __threadfence_block();
    atomicAdd(counter, 1);
  }
}

__global__ void pipeline(int* out) {
  __shared__ int tiles[2][kTile];
  const int lane = static_cast<int>(threadIdx.x % 32), warp = static_cast<int>(threadIdx.x / 32);
  int sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    int* const tile = tiles[round % 2];
    if (warp == 0) {
      if (round >= 2) wait_for(&empty, 2 * (round - 1));
      tile[lane] = round * kTile + lane;
      count_up(&full);
    } else {
      wait_for(&full, round + 1);
      sum += tile[kTile - 1 - lane];
      count_up(&empty);
    }
  }
  if (warp > 0) atomicAdd(out, sum);
}

int main() {
  int *out, host = 0;
  cudaMalloc(&out, sizeof host);
  cudaMemset(out, 0, sizeof host);
  pipeline<<<1, 96>>>(out);
  cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
  // Two warps read 0 … 191 each: 2 × 18336.
  std::printf("%d\n", host);
  cudaFree(out);
}
