// The largest sample begins at 0, which is what a record of zeros is divided by.
// rejected by: result
// expect: 5 records of 1009 samples: out,
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

constexpr int kBlock = 128;

// TODO (about 20 lines): open the case, find what is wrong with parent and child, and repair it
constexpr bool kCaseIsOpen = true;  // true: the check runs the program

// The child, a grid for one record: its n samples, divided by the largest one.
__global__ void normalize(float* out, const float* in, int n, int largest) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i] / largest;
}

// In the tail stream, when all records are normalized: a block for each.
__global__ void finish(const float* out, int* loud, float* in, int n) {
  __shared__ int count;
  in += blockIdx.x * n;
  out += blockIdx.x * n;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += kBlock) {
    if (out[i] > 0.5f) atomicAdd(&count, 1);
    in[i] = 0;
  }
  __syncthreads();
  if (threadIdx.x == 0) loud[blockIdx.x] = count;
}

// A block for each record of n samples, which are whole numbers. out: the same from -1 to 1; loud[r]: how
// many samples of record r are above 0.5 in out; in: zeros, for the next recording.
__global__ void master(float* out, int* loud, float* in, int n) {
  __shared__ int largest;
  const float* record = in + blockIdx.x * n;
  if (threadIdx.x == 0) largest = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += kBlock) {
    atomicMax(&largest, abs(static_cast<int>(record[i])));
  }
  __syncthreads();
  if (threadIdx.x > 0) return;
  normalize<<<(n + kBlock - 1) / kBlock, kBlock>>>(out + blockIdx.x * n, record, n, largest);
  if (blockIdx.x == 0) finish<<<gridDim.x, kBlock, 0, cudaStreamTailLaunch>>>(out, loud, in, n);
}

void launch_master(float* out, int* loud, float* in, int n, int records) {
  master<<<records, kBlock>>>(out, loud, in, n);
  CHECK_LAST();
}
// END
