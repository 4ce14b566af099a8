// Exercise · split_k: few elements with long sums. Each sum is shared out among several blocks.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kSide = 32;  // a block computes 32 × 32 elements of C
constexpr int kThreads = 256;
constexpr int kSlices = 16;   // of k, at most
constexpr int kRoom = 16384;  // floats, for the sums of all slices

// The thread's part of the tile of C in row blockIdx.y and column blockIdx.x of tiles, with only the steps of k
// from `first` to last - 1: four elements of a column, in rows threadIdx.x / 32, 8 further down, 16 and 24.
__device__ void add_steps(float (&sums)[4], const float* a, const float* b, int m, int n, int k,
                          int first, int last) {
  __shared__ float tile_a[kSide][kSide], tile_b[kSide][kSide];
  const int x = threadIdx.x % 32, row0 = blockIdx.y * kSide, column = blockIdx.x * kSide + x;
  for (int k0 = first; k0 < last; k0 += kSide) {
    for (int y = threadIdx.x / 32; y < kSide; y += 8) {
      tile_a[y][x] = row0 + y < m && k0 + x < last ? a[(row0 + y) * k + k0 + x] : 0;
      tile_b[y][x] = k0 + y < last && column < n ? b[(k0 + y) * n + column] : 0;
    }
    __syncthreads();
    for (int i = 0; i < kSide; ++i) {
#pragma unroll
      for (int r = 0; r < 4; ++r) sums[r] += tile_a[threadIdx.x / 32 + 8 * r][i] * tile_b[i][x];
    }
    __syncthreads();
  }
}

// TODO (about 25 lines): a kernel for a slice of the sums, one that adds the slices up
__global__ void multiply_slice(float* parts, const float* a, const float* b, int m, int n, int k) {
  const int slices = gridDim.z, per_slice = (k + slices - 1) / slices;
  const int first = min(k, static_cast<int>(blockIdx.z) * per_slice),
            last = min(k, first + per_slice);
  float sums[4] = {};
  add_steps(sums, a, b, m, n, k, first, last);
  const int column = blockIdx.x * kSide + threadIdx.x % 32;
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    const int row = blockIdx.y * kSide + threadIdx.x / 32 + 8 * r;
    if (row < m && column < n) parts[(blockIdx.z * m + row) * n + column] = sums[r];
  }
}

__global__ void add_slices(float* c, const float* parts, int elements, int slices) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= elements) return;
  float sum = 0;
  for (int slice = 0; slice < slices; ++slice) sum += parts[slice * elements + i];
  c[i] = sum;
}
// END

// C = A × B, all row by row: A has m × k floats, B k × n, C m × n. `parts` has room for kRoom floats, and may
// hold anything; m · n is at most kRoom. Returns at once.
void launch_multiply(float* c, float* parts, const float* a, const float* b, int m, int n, int k) {
  // TODO (about 5 lines): how many slices, two launches
  const int slices = min(kSlices, kRoom / (m * n));
  const dim3 grid((n + kSide - 1) / kSide, (m + kSide - 1) / kSide, slices);
  multiply_slice<<<grid, kThreads>>>(parts, a, b, m, n, k);
  add_slices<<<(m * n + kThreads - 1) / kThreads, kThreads>>>(c, parts, m * n, slices);
  // END
}
