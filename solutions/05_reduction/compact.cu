// Exercise · compact: keeps the positive numbers, one after the other, in their order.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kBlock = 256;

// TODO (about 11 lines): if two of the kernels need the same function, it can go here
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

// Launched with one thread per number, in blocks of kBlock: counts[b] says how many positive numbers
// block b has.
__global__ void count_positives(int* counts, const float* in, int n) {
  // TODO (about 3 lines): how many numbers of this block are positive?
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int count = __syncthreads_count(i < n && in[i] > 0);
  if (threadIdx.x == 0) counts[blockIdx.x] = count;
  // END
}

// Launched with one block of kBlock threads, however many counts there are: offsets[b] is the sum of
// the counts before b, *kept the sum of all.
__global__ void scan_counts(int* offsets, int* kept, const int* counts, int blocks) {
  // TODO (about 10 lines): a scan of kBlock counts, of the next kBlock, and so on
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
  // END
}

// Launched as count_positives: out[0 … kept - 1] are the positive numbers of in[0 … n - 1], in their
// order. Block b begins at out[offsets[b]].
__global__ void write_positives(float* out, const int* offsets, const float* in, int n) {
  // TODO (about 4 lines): is this thread's number kept, and how many before it in its block?
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const float x = i < n ? in[i] : 0;
  const int sum = scan_of_block(x > 0);
  if (x > 0) out[offsets[blockIdx.x] + sum - 1] = x;
  // END
}
