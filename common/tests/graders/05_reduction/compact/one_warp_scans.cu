// Right, and seven of eight warps have nothing to scan.
// rejected by: model
// expect: of offsets were written by warp 0 of block (0,0,0) alone: share them out among more
// Exercise · compact: keeps the positive numbers, one behind the other, in their order.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kBlock = 256;

// TODO (about 11 lines): if two of the kernels need the same function, it can stand here
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
// END

__global__ void count_positives(int* counts, const float* in, int n) {
  // TODO (about 3 lines): how many numbers of this block are positive?
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int count = __syncthreads_count(i < n && in[i] > 0);
  if (threadIdx.x == 0) counts[blockIdx.x] = count;
  // END
}

__global__ void scan_counts(int* offsets, int* kept, const int* counts, int blocks) {
  if (threadIdx.x >= 32) return;
  int before = 0;
  for (int first = 0; first < blocks; first += 32) {
    const int b = first + threadIdx.x, count = b < blocks ? counts[b] : 0;
    int sum = count;
    for (int o = 1; o < 32; o *= 2) {
      const int x = __shfl_up_sync(~0u, sum, o);
      if (threadIdx.x >= o) sum += x;
    }
    if (b < blocks) offsets[b] = before + sum - count;
    before += __shfl_sync(~0u, sum, 31);
  }
  if (threadIdx.x == 0) *kept = before;
}

__global__ void write_positives(float* out, const int* offsets, const float* in, int n) {
  // TODO (about 4 lines): is this thread's number kept, and how many before it in its block?
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const float x = i < n ? in[i] : 0;
  const int sum = scan_of_block(x > 0);
  if (x > 0) out[offsets[blockIdx.x] + sum - 1] = x;
  // END
}
