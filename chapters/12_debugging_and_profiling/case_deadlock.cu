// Chapter 12 · case_deadlock
//
// Blocks pass a number on, each to the next one. With 100 blocks it runs; the program for 10,000 never ends.
//
//   case_deadlock [--broken 1]      1: as it was found
#include "tutorial.cuh"

__device__ int next_block;  // which place in the chain is given next

// Waits for `turn`, adds its own number and lets the next one go on.
template <bool broken>
__global__ void chain(volatile int* turn, int* sum) {
  // Blocks that do not fit begin when others end. Who waits must wait for a block that has begun.
  const int place = broken ? gridDim.x - 1 - blockIdx.x : atomicAdd(&next_block, 1);
  while (*turn != place) {
  }
  __threadfence();
  *sum += place;
  __threadfence();
  *turn = place + 1;
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "A chain of blocks.",
      {{.name = "broken", .fallback = 0, .min = 0, .max = 1, .help = "1: as it was found"}});
  require_device();
  if (options["broken"] == 1 && !kCountsInsteadOfTimes) {
    std::puts("skipped: it never ends on a GPU");
    return kExitSkipped;
  }
  const int blocks = 10'000;
  int *turn = nullptr, *sum = nullptr;
  CHECK(cudaMalloc(&turn, sizeof(int)));
  CHECK(cudaMalloc(&sum, sizeof(int)));
  CHECK(cudaMemset(turn, 0, sizeof(int)));
  CHECK(cudaMemset(sum, 0, sizeof(int)));
  if (options["broken"] == 1) {
    chain<true><<<blocks, 1>>>(turn, sum);
  } else {
    chain<false><<<blocks, 1>>>(turn, sum);
  }
  CHECK_LAST();
  int got = 0;
  CHECK(cudaMemcpy(&got, sum, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(turn));
  CHECK(cudaFree(sum));
  std::printf("sum %d, expected %d\n", got, blocks / 2 * (blocks - 1));
  return verdict(got == blocks / 2 * (blocks - 1));
}
