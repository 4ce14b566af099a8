// Exercise · broken_record: recordings, each normalized by a child. Where does the crackle come from?
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

constexpr int kBlock = 128;

// TODO (about 20 lines): open the case, find what is wrong with parent and child, and repair it
constexpr bool kCaseIsOpen = false;  // true: the check runs the program

// The child, a grid for one record: its n samples, divided by the largest one.
__global__ void normalize(float* out, const float* in, int n, const int* largest) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i] / *largest;
}

// A block for each record of n samples, which are whole numbers. out: the same from -1 to 1; loud[r]: how
// many samples of record r are above 0.5 in out; in: zeros, for the next recording.
__global__ void master(float* out, int* loud, float* in, int n) {
  __shared__ int largest, count;
  in += blockIdx.x * n;
  out += blockIdx.x * n;
  if (threadIdx.x == 0) {
    largest = 1;
    count = 0;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += kBlock) atomicMax(&largest, abs(static_cast<int>(in[i])));
  __syncthreads();
  if (threadIdx.x == 0) normalize<<<(n + kBlock - 1) / kBlock, kBlock>>>(out, in, n, &largest);
  __syncthreads();  // now the record is normalized
  for (int i = threadIdx.x; i < n; i += kBlock) {
    if (out[i] > 0.5f) atomicAdd(&count, 1);
    in[i] = 0;
  }
  __syncthreads();
  if (threadIdx.x == 0) loud[blockIdx.x] = count;
}

void launch_master(float* out, int* loud, float* in, int n, int records) {
  master<<<records, kBlock>>>(out, loud, in, n);
  CHECK_LAST();
}
// END
