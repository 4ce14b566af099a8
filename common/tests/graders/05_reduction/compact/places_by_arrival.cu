// Whoever comes first gets the first place, whatever the order of the numbers is.
// rejected by: model
// expect: write_positives, atomics:
// expect: in the order in which threads happen to come
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
  __shared__ int place;
  if (threadIdx.x == 0) place = offsets[blockIdx.x];
  __syncthreads();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n && in[i] > 0) out[atomicAdd(&place, 1)] = in[i];
}
