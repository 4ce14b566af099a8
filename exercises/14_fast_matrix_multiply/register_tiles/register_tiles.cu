// Exercise · register_tiles: 4 × 4 elements per thread, so that a word from shared memory serves four times.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kTile = 64;     // a block computes 64 × 64 elements of C
constexpr int kThreads = 16;  // with 16 × 16 threads
constexpr int kStep = 16;     // of k at a time

// All matrices are row by row: A has m rows of k floats, B k rows of n, C m rows of n. C = A × B.
__global__ void multiply(float* c, const float* a, const float* b, int m, int n, int k) {
  // Transposed: tile_a[i] is a column of A's tile. The padding keeps the stores below free of conflicts.
  __shared__ float tile_a[kStep][kTile + 2];
  __shared__ float tile_b[kStep][kTile + 16];  // tile_b[i] is a row of B's tile
  const int x = threadIdx.x, y = threadIdx.y;
  const int row0 = blockIdx.y * kTile, column0 = blockIdx.x * kTile;
  // TODO (about 1 line): the thread's sums
  // END
  for (int k0 = 0; k0 < k; k0 += kStep) {
    for (int i = 0; i < kTile; i += kThreads) {
      const int row = row0 + y + i, column = column0 + x + i;
      tile_a[x][y + i] = row < m && k0 + x < k ? a[row * k + k0 + x] : 0;
      tile_b[y][x + i] = k0 + y < k && column < n ? b[(k0 + y) * n + column] : 0;
    }
    __syncthreads();
    // TODO (about 12 lines): a step of the sums
    // END
    __syncthreads();
  }
  // TODO (about 8 lines): the sums to C
  // END
}

void launch_multiply(float* c, const float* a, const float* b, int m, int n, int k) {
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  multiply<<<grid, dim3(kThreads, kThreads)>>>(c, a, b, m, n, k);
}
