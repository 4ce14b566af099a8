// Exercise · swizzled_rows: rows of a tile, read down a column of 16-byte chunks without bank conflicts.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kRows = 64;  // of a tile, which is also the number of a block's threads

// A tile has kRows rows of kChunks chunks; a chunk is a float4, 16 bytes. place<kChunks>(row, chunk) says where
// it is in the array of kRows * kChunks chunks. kChunks is 4, 8, 10, 12 or 16.
template <int kChunks>
__host__ __device__ constexpr int place(int row, int chunk) {
  // TODO (about 3 lines): a place for each chunk
  // A row is whole groups of so many chunks, a power of two: an xor below it leaves each group where it is. As many
  // rows as there are groups in 128 bytes begin in different banks by themselves.
  constexpr int kGroup = kChunks % 8 == 0 ? 8 : kChunks & -kChunks;
  return row * kChunks + (chunk ^ row / (8 / kGroup) % kGroup);
  // END
}

// out[r] is the sum of row r of `in`, which has `rows` rows of kChunks chunks.
template <int kChunks>
__global__ void row_sums(float* out, const float4* in, int rows) {
  __shared__ float4 tile[kRows * kChunks];
  const int t = threadIdx.x, first = blockIdx.x * kRows;
  for (int i = t; i < kRows * kChunks; i += kRows) {
    const int row = i / kChunks, chunk = i % kChunks;  // neighbouring threads, neighbouring chunks
    if (first + row < rows) tile[place<kChunks>(row, chunk)] = in[first * kChunks + i];
  }
  __syncthreads();
  if (first + t >= rows) return;
  float sum = 0;
  for (int chunk = 0; chunk < kChunks; ++chunk) {  // a thread per row: a warp reads 32 rows
    const float4 v = tile[place<kChunks>(t, chunk)];
    sum += v.x + v.y + v.z + v.w;
  }
  out[first + t] = sum;
}
