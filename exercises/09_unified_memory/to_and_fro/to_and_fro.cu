// Exercise · to_and_fro: tanks that are heated in rounds, and whose pages move in each round.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <cstring>
#include <functional>

#include "tutorial/check.cuh"

constexpr int kBlock = 256;
constexpr int kCells = 20000;       // of a tank
constexpr float kTemperature = 90;  // which no cell reaches

// What the host decides after each round, for one tank after another: whether it is heated in the next
// round. `change` is how much warmer its cells got in this round, at most.
using Decide = std::function<bool(int round, int tank, float change)>;

// TODO (about 25 lines): answer the question, then keep the cells where they are used
// How many pages of 64 KiB move to the host after each round, with 8 tanks, as the program is now?
constexpr int kPagesToTheHost = -1;

struct Tank {
  int is_heated;  // for the kernel, from the host
  int change;  // for the host, from the kernel: the bits of a float >= 0, which are in the same order
  float cells[kCells];
};

struct Plant {
  int count;
  Tank* tanks;  // in managed memory
};

void build(Plant& plant, int count) {
  plant.count = count;
  CHECK(cudaMallocManaged(&plant.tanks, count * sizeof(Tank)));
}

// The cells of a tank. The host may use them before and after run().
float* cells_of(const Plant& plant, int tank) { return plant.tanks[tank].cells; }

// Launched with as many blocks in y as there are tanks.
__global__ void heat(Tank* tanks) {
  Tank& tank = tanks[blockIdx.y];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= kCells || !tank.is_heated) return;
  const float old = tank.cells[i];
  tank.cells[i] = old + (kTemperature - old) / 8;
  atomicMax(&tank.change, __float_as_int(tank.cells[i] - old));
}

// In the first round all tanks are heated.
void run(Plant& plant, int rounds, const Decide& decide) {
  const dim3 grid((kCells + kBlock - 1) / kBlock, plant.count);
  for (int k = 0; k < plant.count; ++k) plant.tanks[k].is_heated = true;
  for (int round = 0; round < rounds; ++round) {
    for (int k = 0; k < plant.count; ++k) plant.tanks[k].change = 0;
    heat<<<grid, kBlock>>>(plant.tanks);
    CHECK_LAST();
    CHECK(cudaDeviceSynchronize());
    for (int k = 0; k < plant.count; ++k) {
      float change = 0;
      std::memcpy(&change, &plant.tanks[k].change, sizeof change);
      plant.tanks[k].is_heated = decide(round, k, change);
    }
  }
}

void destroy(Plant& plant) { CHECK(cudaFree(plant.tanks)); }
// END
