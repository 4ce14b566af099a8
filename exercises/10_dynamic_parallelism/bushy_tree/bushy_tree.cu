// Exercise · bushy_tree: the larger one of each pair, and of each pair of those, with far too many grids.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

constexpr int kBlock = 64;  // a power of two

// Number i of a level is the larger one of numbers 2 i and 2 i + 1 of the level below, or number 2 i if
// there is no other. The last level has one number. A level comes right after the one below it.
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

// TODO (about 25 lines): answer the question, then do the same with few grids
// How many grids do kernels launch for 2048 numbers, as the program is now?
constexpr int kGridsNow = -1;

// Each block makes as many numbers of the next level as it has threads, from number `first` on, and
// launches a grid that goes on from there, until there is one number for each block that the host has
// launched. For the levels above those, there is a grid in the tail stream, which begins with kBlock
// threads again.
__global__ void climb(Level level, int first) {
  const int half = blockDim.x, mine = first + blockIdx.x * half, i = mine + threadIdx.x;
  const Level next = above(level);
  if (i < next.count) next.numbers[i] = larger_one(level, i);
  __syncthreads();  // the child has to see what all threads wrote
  if (threadIdx.x > 0) return;
  if (half > 1 && next.count > 1) climb<<<1, half / 2>>>(next, mine / 2);
  if (half == kBlock && blockIdx.x == 0) {
    for (int k = kBlock; k > 0 && level.count > 1; k /= 2) level = above(level);
    const int blocks = (level.count + 2 * kBlock - 1) / (2 * kBlock);
    if (level.count > 1) climb<<<blocks, kBlock, 0, cudaStreamTailLaunch>>>(level, 0);
  }
}

// Makes all levels above this one.
void launch_levels(Level level) {
  if (level.count > 1) climb<<<blocks_for(level), kBlock>>>(level, 0);
  CHECK_LAST();
}
// END
