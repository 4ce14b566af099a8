// The case opened, and nothing repaired.
// rejected by: compute-sanitizer racecheck
// expect: simt: race on shared memory
// expect: write
// expect: @store
// expect: read
// expect: @use
// expect: FAILED  n = 129:
#include <cuda_runtime.h>

constexpr int kPiece = 128;  // charges that are in shared memory at one time, threads of a block

constexpr bool kCaseIsOpen = true;

constexpr int kLargestHarmlessN = -1;
constexpr int kChargeFoundInFirstPass = -1;
constexpr int kChargeFoundInSixthPass = -1;
constexpr int kBarriersOfAThread = -1;

__global__ void add_potentials(float* potential, const float* charge, int n) {
  __shared__ float piece[kPiece];
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  float sum = 0;
  for (int first = 0; first < n; first += kPiece) {
    piece[t] = first + t < n ? charge[first + t] : 0;  // @store
    __syncthreads();
    for (int k = 0; k < kPiece; ++k) {
      sum += piece[k] / (1 + abs(i - (first + k)));  // @use
    }
  }
  __syncthreads();
  if (i < n) potential[i] = sum;
}
