// One block makes all levels, so no grid has to wait.
// rejected by: model
// expect: FAILED  n = 129: a grid has 1 blocks for 129 numbers
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

constexpr int kBlock = 64;  // a power of two

// Number i of a level is the larger one of numbers 2 i and 2 i + 1 of the level below, or number 2 i if
// there is no other. The last level has one number. A level lies right behind the one below it.
struct Level {
  int* numbers;
  int count;
};
__host__ __device__ Level above(Level level) {
  return {level.numbers + level.count, (level.count + 1) / 2};
}
__device__ int larger_one(Level below, int i) {
  const int first = below.numbers[2 * i];
  return 2 * i + 1 < below.count ? max(first, below.numbers[2 * i + 1]) : first;
}
int blocks_for(Level below) { return (below.count + 2 * kBlock - 1) / (2 * kBlock); }

constexpr int kGridsNow = 100;

// Each block makes seven levels from 2 * kBlock numbers. Then there is one number for each block: a grid in
// the tail stream goes on with those of all blocks.
__global__ void climb(Level level) {
  while (level.count > 1) {
    const Level next = above(level);
    for (int i = threadIdx.x; i < next.count; i += kBlock) next.numbers[i] = larger_one(level, i);
    __syncthreads();
    level = next;
  }
}

// Makes all levels above this one.
void launch_levels(Level level) {
  if (level.count > 1) climb<<<1, kBlock>>>(level);
  CHECK_LAST();
}
