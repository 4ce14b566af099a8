// The barriers around the two phases are right, and the one between them is gone.
// rejected by: compute-sanitizer racecheck
// expect: simt: race on shared memory
// expect: of flow
// expect: the kernel did not run to its end
#include <cuda_runtime.h>

constexpr int kCells = 256;
constexpr float kRate = 0.25f;
constexpr bool kCaseIsOpen = true;
constexpr int kWriterOfByte508 = 127, kCellsReadByAnotherWarp = 7;

__global__ void spread_heat(float* rods, int steps) {
  const int t = threadIdx.x, cell = blockIdx.x * kCells + t;
  __shared__ float rod[kCells], flow[kCells];
  rod[t] = rods[cell];
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    flow[t] = t < kCells - 1 ? kRate * (rod[t + 1] - rod[t]) : 0;
    rod[t] += flow[t] - (t > 0 ? flow[t - 1] : 0);
    __syncthreads();
  }
  rods[cell] = rod[t];
}
