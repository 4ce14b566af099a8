// All faults are repaired, and one thread does the rest for all records.
// rejected by: model
// expect: FAILED  5 records of 1009 samples: basic blocks of the busiest warp:
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

constexpr int kBlock = 128;

constexpr bool kCaseIsOpen = true;  // true: the check runs the program

__global__ void normalize(float* out, const float* in, int n, int largest) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i] / largest;
}
__global__ void finish(float* out, int* loud, float* in, int n, int records) {
  for (int r = 0; r < records; ++r) {
    int c = 0;
    for (int i = 0; i < n; ++i) {
      if (out[r * n + i] > 0.5f) ++c;
      in[r * n + i] = 0;
    }
    loud[r] = c;
  }
}
__global__ void master(float* out, int* loud, float* in, int n) {
  __shared__ int largest;
  float* const all_in = in;
  float* const all_out = out;
  in += blockIdx.x * n;
  out += blockIdx.x * n;
  if (threadIdx.x == 0) largest = 1;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += kBlock) atomicMax(&largest, abs(static_cast<int>(in[i])));
  __syncthreads();
  if (threadIdx.x == 0) {
    normalize<<<(n + kBlock - 1) / kBlock, kBlock>>>(out, in, n, largest);
    if (blockIdx.x == 0)
      finish<<<1, 1, 0, cudaStreamTailLaunch>>>(all_out, loud, all_in, n, gridDim.x);
  }
}

void launch_master(float* out, int* loud, float* in, int n, int records) {
  master<<<records, kBlock>>>(out, loud, in, n);
  CHECK_LAST();
}
