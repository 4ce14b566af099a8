// Exercise · double_buffer: the next tiles are copied while the block computes with those that are there.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int kSide = 32;  // a block computes 32 × 32 elements of C, with 256 threads

// C = max(A, 0) × B. C is m × n, A m × k and B k × n, all row by row. Rows of A and B begin at multiples of 16
// bytes: lda and ldb floats from one row to the next.
struct Shape {
  int m, n, k, lda, ldb;
};

struct Tiles {
  alignas(16) float a[kSide][kSide], b[kSide][kSide];
};

// Starts this thread's copies of the tiles that begin at k0: 16 bytes of A's and 16 of B's. What is beyond the
// last row of A, or beyond k, becomes 0. The copies are not a batch yet.
__device__ void start_copies(Tiles& tiles, const float* a, const float* b, Shape s, int k0) {
  const int y = threadIdx.x / 8, x = threadIdx.x % 8 * 4;
  const int row = blockIdx.y * kSide + y, column = blockIdx.x * kSide + x;
  const int left = row < s.m ? min(max(s.k - k0 - x, 0), 4) : 0;
  const int of_b = k0 + y < s.k && column < s.n ? 4 : 0;
  const float* from_a = left > 0 ? a + row * s.lda + k0 + x : a;
  const float* from_b = of_b > 0 ? b + (k0 + y) * s.ldb + column : b;
  __pipeline_memcpy_async(&tiles.a[y][x], from_a, 16, 16 - 4 * left);
  __pipeline_memcpy_async(&tiles.b[y][x], from_b, 16, 16 - 4 * of_b);
}

// Of the elements of A that this thread itself has copied to the tile, those below 0 become 0.
__device__ void activate(Tiles& tiles) {
  float* const a = &tiles.a[threadIdx.x / 8][threadIdx.x % 8 * 4];
  for (int i = 0; i < 4; ++i) {
    if (a[i] < 0) a[i] = 0;
  }
}

// A step of the sums: a thread has four rows of a column, 8 apart.
__device__ void multiply_add(float (&sums)[4], const Tiles& tiles) {
  const int x = threadIdx.x % 32, y = threadIdx.x / 32;
  for (int i = 0; i < kSide; ++i) {
#pragma unroll
    for (int r = 0; r < 4; ++r) sums[r] = fmaf(tiles.a[y + 8 * r][i], tiles.b[i][x], sums[r]);
  }
}

__device__ void store(float* c, Shape s, const float (&sums)[4]) {
  const int column = blockIdx.x * kSide + threadIdx.x % 32;
  for (int r = 0; r < 4; ++r) {
    const int row = blockIdx.y * kSide + threadIdx.x / 32 + 8 * r;
    if (row < s.m && column < s.n) c[row * s.n + column] = sums[r];
  }
}

__global__ void multiply(float* c, const float* a, const float* b, Shape s) {
  // TODO (about 14 lines): two pairs of tiles; copies, batches, waits, activation, barriers, sums; then store
  // END
}

void launch_multiply(float* c, const float* a, const float* b, Shape s) {
  const dim3 grid((s.n + kSide - 1) / kSide, (s.m + kSide - 1) / kSide);
  multiply<<<grid, 256>>>(c, a, b, s);
}
