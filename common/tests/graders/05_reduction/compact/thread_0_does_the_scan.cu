// Right, and 255 threads wait while one of them adds up 256 flags.
// rejected by: model
// expect: scan_counts, requests to shared memory:
// expect: single lanes do what 8 warps could do
#include <cuda_runtime.h>

constexpr int kBlock = 256;

__device__ int scan_of_block(int sum) {
  __shared__ int sums[kBlock];
  const int t = threadIdx.x;
  sums[t] = sum;
  __syncthreads();
  if (t == 0) {
    for (int k = 1; k < kBlock; ++k) sums[k] += sums[k - 1];
  }
  __syncthreads();
  sum = sums[t];
  __syncthreads();
  return sum;
}

__global__ void count_positives(int* counts, const float* in, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int count = __syncthreads_count(i < n && in[i] > 0);
  if (threadIdx.x == 0) counts[blockIdx.x] = count;
}

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

__global__ void write_positives(float* out, const int* offsets, const float* in, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const float x = i < n ? in[i] : 0;
  const int sum = scan_of_block(x > 0);
  if (x > 0) out[offsets[blockIdx.x] + sum - 1] = x;
}
