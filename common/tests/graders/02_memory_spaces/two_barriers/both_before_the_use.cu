// A second barrier at the same place orders nothing that the first does not.
// rejected by: compute-sanitizer racecheck
// expect: simt: race on shared memory
// expect: FAILED  n = 129:
#include <cuda_runtime.h>

constexpr int kPiece = 128;  // charges that are in shared memory at one time, threads of a block

constexpr bool kCaseIsOpen = true;

constexpr int kLargestHarmlessN = 128;
constexpr int kChargeFoundInFirstPass = 128 + 100;
constexpr int kChargeFoundInSixthPass = 4 * 128 + 100;
constexpr int kBarriersOfAThread = 16;

__global__ void add_potentials(float* potential, const float* charge, int n) {
  __shared__ float piece[kPiece];
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  float sum = 0;
  for (int first = 0; first < n; first += kPiece) {
    piece[t] = first + t < n ? charge[first + t] : 0;
    __syncthreads();
    __syncthreads();
    for (int k = 0; k < kPiece; ++k) {
      sum += piece[k] / (1 + abs(i - (first + k)));
    }
  }
  if (i < n) potential[i] = sum;
}
