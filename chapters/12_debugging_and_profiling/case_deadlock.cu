// Chapter 12 · case_deadlock
//
// A chain of blocks: each one waits for the one before it, and lets the next one go on. It works with 100 blocks,
// and never ends with 1000.
//
//   case_deadlock [--blocks N] [--broken B]      1: as it was found, 2: on a GPU, too, where it never ends
#include "tutorial.cuh"

constexpr int kBlock = 1024;

__device__ int next_place;  // the first place in the chain that no block has taken

template <bool broken>
__global__ void chain(volatile int* turn, int* sum) {
  if (threadIdx.x > 0) return;
  // Wait only for blocks that have begun: the block that begins first takes the first place.
  const int place = broken ? gridDim.x - 1 - blockIdx.x : atomicAdd(&next_place, 1);
  while (*turn != place) {
  }
  __threadfence();
  *sum += place;
  __threadfence();
  *turn = place + 1;
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "A chain of blocks that wait for each other.",
      {{.name = "blocks", .fallback = 1000, .min = 1, .max = 60'000, .help = "how many"},
       {.name = "broken", .fallback = 0, .min = 0, .max = 2, .help = "1, 2: as it was found"}});
  require_device();
  const int blocks = options["blocks"];
  if (options["broken"] == 1 && !kCountsInsteadOfTimes && blocks > 100) {
    std::puts("skipped: it never ends on a GPU, and --broken 2 runs it all the same");
    return kExitSkipped;
  }
  int *turn = nullptr, *sum = nullptr;
  CHECK(cudaMalloc(&turn, sizeof(int)));
  CHECK(cudaMalloc(&sum, sizeof(int)));
  CHECK(cudaMemset(turn, 0, sizeof(int)));
  CHECK(cudaMemset(sum, 0, sizeof(int)));
  if (options["broken"] > 0) {
    chain<true><<<blocks, kBlock>>>(turn, sum);
  } else {
    chain<false><<<blocks, kBlock>>>(turn, sum);
  }
  CHECK_LAST();
  int got = 0;
  CHECK(cudaMemcpy(&got, sum, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(turn));
  CHECK(cudaFree(sum));
  const int expected = static_cast<int>(blocks * (blocks - 1LL) / 2);
  std::printf("sum %d, expected %d\n", got, expected);
  return verdict(got == expected);
}
