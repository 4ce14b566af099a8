// What is not 0 or less is kept, and so is NaN.
// rejected by: result
// expect: FAILED
// expect: counts, index
#include <cuda_runtime.h>

constexpr int kBlock = 256;

// The sum of the block's values up to this thread's own. Ends with a barrier.
__device__ int scan_of_block(int sum) {
  __shared__ int sums[kBlock];
  const int t = threadIdx.x;
  for (int offset = 1; offset < kBlock; offset *= 2) {
    sums[t] = sum;
    __syncthreads();
    if (t >= offset) sum += sums[t - offset];
    __syncthreads();
  }
  return sum;
}

// Launched with one thread per number, in blocks of kBlock: counts[b] is the number of positive
// numbers that block b has.
__global__ void count_positives(int* counts, const float* in, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int count = __syncthreads_count(i < n && !(in[i] <= 0));
  if (threadIdx.x == 0) counts[blockIdx.x] = count;
}

// Launched with one block of kBlock threads, however many counts there are: offsets[b] is the sum of
// the counts before b, *kept the sum of all.
__global__ void scan_counts(int* offsets, int* kept, const int* counts, int blocks) {
  __shared__ int sum_of_tile;
  int before = 0;
  for (int first = 0; first < blocks; first += kBlock) {
    const int b = first + threadIdx.x;
    const int count = b < blocks ? counts[b] : 0, sum = scan_of_block(count);
    if (b < blocks) offsets[b] = before + sum - count;
    if (threadIdx.x == kBlock - 1) sum_of_tile = sum;
    __syncthreads();
    before += sum_of_tile;
  }
  if (threadIdx.x == 0) *kept = before;
}

// Launched as count_positives: out[0 … kept - 1] are the positive numbers of in[0 … n - 1], in their
// order. Block b begins at out[offsets[b]].
__global__ void write_positives(float* out, const int* offsets, const float* in, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const float x = i < n ? in[i] : 0;
  const int sum = scan_of_block(!(x <= 0));
  if (!(x <= 0)) out[offsets[blockIdx.x] + sum - 1] = x;
}
