// Changes the rate of the task until nothing has to be done.
// rejected by: result
// expect: rods, index
#include <cuda_runtime.h>

constexpr int kCells = 256;
constexpr float kRate = 0;
constexpr bool kCaseIsOpen = true;
constexpr int kWriterOfByte508 = 127, kCellsReadByAnotherWarp = 7;

__global__ void spread_heat(float* rods, int steps) {
  const int cell = blockIdx.x * kCells + threadIdx.x;
  const float mine = rods[cell];
  rods[cell] = mine;
}
