// Warps that work on rows of their own in global memory, each with __syncwarp and groups of lanes.
// prints: 528 528 36 36
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

// Sums by halves, one row for each warp.
__global__ void sum_rows(int* rows) {
  const int lane = threadIdx.x % 32;
  int* row = rows + (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 32;
  row[lane] = lane + 1;
  __syncwarp();
  for (int half = 16; half > 0; half /= 2) {
    if (lane < half) row[lane] += row[lane + half];
    __syncwarp();
  }
}

// The same in groups of eight, which do not wait for each other.
__global__ void sum_octets(int* rows) {
  const auto octet = cg::tiled_partition<8>(cg::this_thread_block());
  int* row = rows + threadIdx.x / 8 * 8;
  row[octet.thread_rank()] = octet.thread_rank() + 1;
  octet.sync();
  for (int half = 4; half > 0; half /= 2) {
    const int other = octet.thread_rank() < half ? row[octet.thread_rank() + half] : 0;
    octet.sync();
    row[octet.thread_rank()] += other;
    octet.sync();
  }
}

int main() {
  int *rows, out[2][256];
  cudaMalloc(&rows, sizeof(out[0]));
  sum_rows<<<2, 128>>>(rows);
  cudaMemcpy(out[0], rows, sizeof(out[0]), cudaMemcpyDeviceToHost);
  sum_octets<<<1, 64>>>(rows);
  cudaMemcpy(out[1], rows, sizeof(out[1]), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", out[0][0], out[0][224], out[1][0], out[1][56]);
  cudaFree(rows);
}
