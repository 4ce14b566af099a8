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
  return {};
  // END
}

__global__ void multiply(float* c, const float* a, const float* b, Shape s) {
  alignas(16) __shared__ float tile_a[kSide][kSide], tile_b[kSide][kSide];
  // The thread's column, and the first of its four rows, which are 8 apart.
  const int x = threadIdx.x % 32, y = threadIdx.x / 32;
  float sums[4] = {};
  for (int k0 = 0; k0 < s.k; k0 += kSide) {
    // TODO (about 7 lines): fill both tiles; what is outside of A or B is 0
    // END
    __syncthreads();
    for (int i = 0; i < kSide; ++i) {
#pragma unroll
      for (int r = 0; r < 4; ++r) sums[r] += tile_a[y + 8 * r][i] * tile_b[i][x];
    }
    __syncthreads();
  }
  // TODO (about 5 lines): the sums to C
  // END
}

void launch_multiply(float* c, const float* a, const float* b, Shape s) {
  const dim3 grid((s.n + kSide - 1) / kSide, (s.m + kSide - 1) / kSide);
  multiply<<<grid, 256>>>(c, a, b, s);
}
