// No race any more, and no other warps.
// rejected by: model
// expect: of rods were written by
// expect: warps;
// expect: can share them out
#include <cuda_runtime.h>

constexpr int kCells = 256;
constexpr float kRate = 0.25f;
constexpr bool kCaseIsOpen = true;
constexpr int kWriterOfByte508 = 127, kCellsReadByAnotherWarp = 7;

__global__ void spread_heat(float* rods, int steps) {
  const int t = threadIdx.x, cell = blockIdx.x * kCells + t;
  __shared__ float rod[kCells], flow[kCells];
  if (t >= 32) return;
  for (int c = t; c < kCells; c += 32) rod[c] = rods[blockIdx.x * kCells + c];
  for (int step = 0; step < steps; ++step) {
    __syncwarp();
    for (int c = t; c < kCells; c += 32)
      flow[c] = c < kCells - 1 ? kRate * (rod[c + 1] - rod[c]) : 0;
    __syncwarp();
    for (int c = t; c < kCells; c += 32) rod[c] += flow[c] - (c > 0 ? flow[c - 1] : 0);
  }
  __syncwarp();
  for (int c = t; c < kCells; c += 32) rods[blockIdx.x * kCells + c] = rod[c];
}
