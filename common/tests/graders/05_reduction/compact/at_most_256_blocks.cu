// A block has 256 threads, and there may be more counts.
// rejected by: result
// expect: FAILED  n = 200003, 40 % positive: offsets, index 256: expected
// expect: but it was never written
#include <cuda_runtime.h>

constexpr int kBlock = 256;

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

__global__ void count_positives(int* counts, const float* in, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int count = __syncthreads_count(i < n && in[i] > 0);
  if (threadIdx.x == 0) counts[blockIdx.x] = count;
}

__global__ void scan_counts(int* offsets, int* kept, const int* counts, int blocks) {
  const int b = threadIdx.x;
  const int count = b < blocks ? counts[b] : 0, sum = scan_of_block(count);
  if (b < blocks) offsets[b] = sum - count;
  if (b == kBlock - 1) *kept = sum;
}

__global__ void write_positives(float* out, const int* offsets, const float* in, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const float x = i < n ? in[i] : 0;
  const int sum = scan_of_block(x > 0);
  if (x > 0) out[offsets[blockIdx.x] + sum - 1] = x;
}
