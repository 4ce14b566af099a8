// The decisions get lost: the kernel does not look at them.
// rejected by: result
// expect: FAILED  8 tanks, 12 rounds: decide() was told change
#include <cuda_runtime.h>

#include <cstring>
#include <functional>

#include "tutorial/check.cuh"

constexpr int kBlock = 256;
constexpr int kCells = 20000;       // of a tank
constexpr float kTemperature = 90;  // which no cell reaches

// What the host decides after each round, for one tank after the other: whether it is heated in the next
// round. `change` is by how much its cells have become warmer in this round, at most.
using Decide = std::function<bool(int round, int tank, float change)>;

constexpr int kPagesToTheHost = 8;

struct Signal {
  int is_heated;  // for the kernel, from the host
  int change;  // for the host, from the kernel: the bits of a float >= 0, which are in the same order
};

struct Plant {
  int count;
  Signal* signals;  // both in managed memory: a page that goes back and forth,
  float* cells;     // and pages that stay on the device while there are rounds
};

void build(Plant& plant, int count) {
  plant.count = count;
  CHECK(cudaMallocManaged(&plant.signals, count * sizeof(Signal)));
  CHECK(cudaMallocManaged(&plant.cells, count * kCells * sizeof(float)));
}

float* cells_of(const Plant& plant, int tank) { return plant.cells + tank * kCells; }

__global__ void heat(Signal* signals, float* cells) {
  Signal& signal = signals[blockIdx.y];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= kCells) return;
  float& cell = cells[blockIdx.y * kCells + i];
  const float old = cell;
  cell = old + (kTemperature - old) / 8;
  atomicMax(&signal.change, __float_as_int(cell - old));
}

void run(Plant& plant, int rounds, const Decide& decide) {
  const dim3 grid((kCells + kBlock - 1) / kBlock, plant.count);
  for (int k = 0; k < plant.count; ++k) plant.signals[k].is_heated = true;
  for (int round = 0; round < rounds; ++round) {
    for (int k = 0; k < plant.count; ++k) plant.signals[k].change = 0;
    heat<<<grid, kBlock>>>(plant.signals, plant.cells);
    CHECK_LAST();
    CHECK(cudaDeviceSynchronize());
    for (int k = 0; k < plant.count; ++k) {
      float change = 0;
      std::memcpy(&change, &plant.signals[k].change, sizeof change);
      plant.signals[k].is_heated = decide(round, k, change);
    }
  }
}

void destroy(Plant& plant) {
  CHECK(cudaFree(plant.signals));
  CHECK(cudaFree(plant.cells));
}
