// Orders lanes of a warp. What the next warp does is as open as before.
// rejected by: compute-sanitizer racecheck
// expect: simt: race on shared memory
// expect: by thread (31,0,0)
// expect: by thread (32,0,0)
// expect: FAILED  rods = 2, steps = 1: the kernel did not run to its end
#include <cuda_runtime.h>

constexpr int kCells = 256;
constexpr float kRate = 0.25f;
constexpr bool kCaseIsOpen = true;
constexpr int kWriterOfByte508 = 127;
constexpr int kCellsReadByAnotherWarp = 7;

__global__ void spread_heat(float* rods, int steps) {
  __shared__ float rod[kCells], flow[kCells];  // flow[t]: from cell t + 1 to cell t
  const int t = threadIdx.x, cell = blockIdx.x * kCells + t;
  rod[t] = rods[cell];
  __syncwarp();
  for (int step = 0; step < steps; ++step) {
    flow[t] = t < kCells - 1 ? kRate * (rod[t + 1] - rod[t]) : 0;
    __syncwarp();
    rod[t] += flow[t] - (t > 0 ? flow[t - 1] : 0);
    __syncwarp();
  }
  rods[cell] = rod[t];
}
