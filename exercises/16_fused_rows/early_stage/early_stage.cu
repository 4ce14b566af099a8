// Exercise · early_stage: attention with one tile of keys and one of values, each filled while the other is used.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cmath>

constexpr int kBlock = 64;  // threads of a block, each with a query
constexpr int kTile = 32;   // keys, or values, that are in shared memory at a time
constexpr int kDim = 16;    // numbers of a row

struct Tile {
  alignas(16) float rows[kTile][kDim];
};

// Starts this thread's copies of the first rows of a tile, 16 bytes each. They are not a batch yet.
__device__ void start_copies(Tile& tile, const float* from, int rows) {
  for (int i = 4 * threadIdx.x; i < rows * kDim; i += 4 * kBlock) {
    __pipeline_memcpy_async(&tile.rows[i / kDim][i % kDim], from + i, 16);
  }
}

// What a thread knows of its row of the result: all sums are relative to the largest score so far.
struct Row {
  float max = -INFINITY, sum = 0, out[kDim] = {};
};

// The scores of a tile's keys: q · k.
__device__ void score(float (&p)[kTile], const float (&q)[kDim], const Tile& keys, int count) {
  for (int j = 0; j < kTile; ++j) {
    p[j] = j < count ? 0 : -INFINITY;
    for (int c = 0; c < kDim && j < count; ++c) p[j] = fmaf(q[c], keys.rows[j][c], p[j]);
  }
}

// Makes weights of the scores, and scales down what has been summed up with a smaller maximum.
__device__ void weigh(Row& row, float (&p)[kTile]) {
  float larger = row.max;
  for (int j = 0; j < kTile; ++j) larger = fmaxf(larger, p[j]);
  const float factor = expf(row.max - larger);
  row.max = larger;
  row.sum *= factor;
  for (float& x : row.out) x *= factor;
  for (float& x : p) row.sum += x = expf(x - larger);
}

// Adds weights times values.
__device__ void add_values(Row& row, const float (&p)[kTile], const Tile& values, int count) {
  for (int j = 0; j < count; ++j) {
    for (int c = 0; c < kDim; ++c) row.out[c] = fmaf(p[j], values.rows[j][c], row.out[c]);
  }
}

// TODO (about 12 lines): open the case, and repair the kernel
constexpr bool kCaseIsOpen = false;  // true: the check runs the kernel

// Row i of `out` becomes the sum of e^(q(i) · k(j)) v(j) over all j, divided by the sum of e^(q(i) · k(j)). There are n
// rows of kDim numbers in each array, and a thread for each row of `out`.
__global__ void attend(float* out, const float* q, const float* k, const float* v, int n) {
  __shared__ Tile keys, values;
  const int i = blockIdx.x * kBlock + threadIdx.x;
  float query[kDim], p[kTile];
  for (int c = 0; c < kDim; ++c) query[c] = i < n ? q[i * kDim + c] : 0;
  Row row;
  start_copies(keys, k, min(n, kTile));
  __pipeline_commit();
  for (int first = 0; first < n; first += kTile) {
    const int now = min(n - first, kTile), next = min(n - first - now, kTile);
    start_copies(values, v + first * kDim, now);
    __pipeline_commit();
    __pipeline_wait_prior(1);  // for the keys: only the values are still in flight
    __syncthreads();
    score(p, query, keys, now);
    if (next > 0) {
      start_copies(keys, k + (first + now) * kDim, next);
      __pipeline_commit();
    }
    weigh(row, p);
    __pipeline_wait_prior(1);  // for the values: only the next keys are still in flight
    __syncthreads();
    add_values(row, p, values, now);
  }
  for (int c = 0; c < kDim && i < n; ++c) out[i * kDim + c] = row.out[c] / row.sum;
}
// END

void launch_attend(float* out, const float* q, const float* k, const float* v, int n) {
  attend<<<(n + kBlock - 1) / kBlock, kBlock>>>(out, q, k, v, n);
}
