// The threads past the last point load nothing, and what they should have loaded is used.
// rejected by: model
// expect: simt: read of shared memory that nobody has written
// expect: FAILED  n = 1:
#include <cuda_runtime.h>

constexpr int kPiece = 128;  // charges that are in shared memory at one time, threads of a block

constexpr bool kCaseIsOpen = true;

constexpr int kLargestHarmlessN = 128;                  // question 1
constexpr int kChargeFoundInFirstPass = 128 + 100;      // question 2
constexpr int kChargeFoundInSixthPass = 4 * 128 + 100;  // question 3
constexpr int kBarriersOfAThread = 16;                  // question 4

// potential[i] is the sum of charge[k] / (1 + |i - k|) over all n charges. Launched with one thread
// per point i, blocks of kPiece threads.
__global__ void add_potentials(float* potential, const float* charge, int n) {
  __shared__ float piece[kPiece];
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  if (i >= n) return;
  float sum = 0;
  for (int first = 0; first < n; first += kPiece) {
    piece[t] = first + t < n ? charge[first + t] : 0;
    __syncthreads();
    for (int k = 0; k < kPiece; ++k) {
      sum += piece[k] / (1 + abs(i - (first + k)));
    }
    __syncthreads();
  }
  potential[i] = sum;
}
