// Without shared memory there is no race, and each thread loads all charges itself.
// rejected by: model
// expect: FAILED  n = 31: load requests:
// expect: all else from piece
#include <cuda_runtime.h>

constexpr int kPiece = 128;
constexpr bool kCaseIsOpen = true;

constexpr int kLargestHarmlessN = 128;
constexpr int kChargeFoundInFirstPass = 128 + 100;
constexpr int kChargeFoundInSixthPass = 4 * 128 + 100;
constexpr int kBarriersOfAThread = 16;

__global__ void add_potentials(float* potential, const float* charge, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += charge[k] / (1 + abs(i - k));
  potential[i] = sum;
}
