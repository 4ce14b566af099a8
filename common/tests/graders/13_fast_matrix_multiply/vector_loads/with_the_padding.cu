// The last vector of a row brings what lies behind the row.
// rejected by: result
// expect: FAILED  C of 1 × 1, sums of 1: c, index 0 (row 0, column 0): expected
// expect: got nan
#include <cuda_runtime.h>

constexpr int kSide = 32;  // a block computes 32 × 32 elements of C, with 256 threads

// C is m × n, A m × k and B k × n, all row by row. Rows of A and B begin at multiples of 16 bytes: lda and ldb
// floats from one row to the next. What lies between two rows is NaN.
struct Shape {
  int m, n, k, lda, ldb;
};

// Elements `column` to column + 3 of a row with `columns` elements; 0 for those that it does not have. The row
// and `column` fit a float4.
__device__ float4 load_4(const float* row, int column, int columns) {
  if (column >= columns) return {0, 0, 0, 0};
  return *reinterpret_cast<const float4*>(row + column);
}

__global__ void multiply(float* c, const float* a, const float* b, Shape s) {
  __shared__ alignas(16) float tile_a[kSide][kSide], tile_b[kSide][kSide];
  // The thread's column, and the first of its four rows, which are 8 apart.
  const int x = threadIdx.x % 32, y = threadIdx.x / 32;
  float sums[4] = {};
  for (int k0 = 0; k0 < s.k; k0 += kSide) {
    const int row0 = blockIdx.y * kSide, column0 = blockIdx.x * kSide;
    const int row = threadIdx.x / 8, column = threadIdx.x % 8 * 4;
    const int columns_a = row0 + row < s.m ? s.k : 0, columns_b = k0 + row < s.k ? s.n : 0;
    *reinterpret_cast<float4*>(&tile_a[row][column]) =
        load_4(a + (row0 + row) * s.lda, k0 + column, columns_a);
    *reinterpret_cast<float4*>(&tile_b[row][column]) =
        load_4(b + (k0 + row) * s.ldb, column0 + column, columns_b);
    __syncthreads();
    for (int i = 0; i < kSide; ++i) {
#pragma unroll
      for (int r = 0; r < 4; ++r) sums[r] += tile_a[y + 8 * r][i] * tile_b[i][x];
    }
    __syncthreads();
  }
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    const int row = blockIdx.y * kSide + y + 8 * r, column = blockIdx.x * kSide + x;
    if (row < s.m && column < s.n) c[row * s.n + column] = sums[r];
  }
}

void launch_multiply(float* c, const float* a, const float* b, Shape s) {
  const dim3 grid((s.n + kSide - 1) / kSide, (s.m + kSide - 1) / kSide);
  multiply<<<grid, 256>>>(c, a, b, s);
}
