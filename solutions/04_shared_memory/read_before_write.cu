// Exercise · read_before_write: heat spreads along rods, and some of it gets lost between threads.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kCells = 256;
constexpr float kRate = 0.25f;

// TODO (about 6 lines): open the case, answer, and repair the kernel
constexpr bool kCaseIsOpen = true;  // true: the check runs the kernel
// A report names the byte of an array. Which thread writes byte 508 of `rod`?
constexpr int kWriterOfByte508 = 127;
// As the kernel came: how many elements of `rod` are read in phase 1 by a thread of another warp
// than the one that wrote them?
constexpr int kCellsReadByAnotherWarp = 7;

// In each step a cell gets a quarter of the difference to each of its neighbours; no heat leaves at
// the ends. Launched with a block of kCells threads per rod; changes `rods` in place.
__global__ void spread_heat(float* rods, int steps) {
  __shared__ float rod[kCells], flow[kCells];  // flow[t]: from cell t + 1 to cell t
  const int t = threadIdx.x, cell = blockIdx.x * kCells + t;
  rod[t] = rods[cell];
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    flow[t] = t < kCells - 1 ? kRate * (rod[t + 1] - rod[t]) : 0;  // phase 1
    __syncthreads();
    rod[t] += flow[t] - (t > 0 ? flow[t - 1] : 0);  // phase 2
    __syncthreads();
  }
  rods[cell] = rod[t];
}
// END
