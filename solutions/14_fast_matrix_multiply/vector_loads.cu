// Exercise · vector_loads: tiles filled with vectors of 16 bytes, at sizes that are no multiple of four.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kSide = 32;  // a block computes 32 × 32 elements of C, with 256 threads

// C is m × n, A m × k and B k × n, all row by row. Rows of A and B begin at multiples of 16 bytes: lda and ldb
// floats from one row to the next. What is between two rows is NaN.
struct Shape {
  int m, n, k, lda, ldb;
};

// Elements `column` to column + 3 of a row with `columns` elements; 0 for those that it does not have. The row
// and `column` fit a float4.
__device__ float4 load_4(const float* row, int column, int columns) {
  // TODO (about 7 lines): one load where all four exist
  if (column + 4 <= columns) return *reinterpret_cast<const float4*>(row + column);
  float4 v = {0, 0, 0, 0};
  if (column < columns) v.x = row[column];
  if (column + 1 < columns) v.y = row[column + 1];
  if (column + 2 < columns) v.z = row[column + 2];
  return v;
  // END
}

__global__ void multiply(float* c, const float* a, const float* b, Shape s) {
  alignas(16) __shared__ float tile_a[kSide][kSide], tile_b[kSide][kSide];
  // The thread's column, and the first of its four rows, which are 8 apart.
  const int x = threadIdx.x % 32, y = threadIdx.x / 32;
  float sums[4] = {};
  for (int k0 = 0; k0 < s.k; k0 += kSide) {
    // TODO (about 7 lines): fill both tiles; what is outside of A or B is 0
    const int row0 = blockIdx.y * kSide, column0 = blockIdx.x * kSide;
    const int row = threadIdx.x / 8, column = threadIdx.x % 8 * 4;
    const int columns_a = row0 + row < s.m ? s.k : 0, columns_b = k0 + row < s.k ? s.n : 0;
    *reinterpret_cast<float4*>(&tile_a[row][column]) =
        load_4(a + (row0 + row) * s.lda, k0 + column, columns_a);
    *reinterpret_cast<float4*>(&tile_b[row][column]) =
        load_4(b + (k0 + row) * s.ldb, column0 + column, columns_b);
    // END
    __syncthreads();
    for (int i = 0; i < kSide; ++i) {
#pragma unroll
      for (int r = 0; r < 4; ++r) sums[r] += tile_a[y + 8 * r][i] * tile_b[i][x];
    }
    __syncthreads();
  }
  // TODO (about 5 lines): the sums to C
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    const int row = blockIdx.y * kSide + y + 8 * r, column = blockIdx.x * kSide + x;
    if (row < s.m && column < s.n) c[row * s.n + column] = sums[r];
  }
  // END
}

void launch_multiply(float* c, const float* a, const float* b, Shape s) {
  const dim3 grid((s.n + kSide - 1) / kSide, (s.m + kSide - 1) / kSide);
  multiply<<<grid, 256>>>(c, a, b, s);
}
