// Chapter 12 · case_deadlock
//
// A chain of blocks: each one waits for the one before it, and lets the next one go on. It works with 100 blocks,
// and never ends with 1000.
//
//   case_deadlock [--blocks N] [--broken B]      1: as it was found, 2: on a GPU, too, where it never ends
#include <cuda/atomic>

#include "tutorial.cuh"

constexpr int kBlock = 1024;

using Shared = cuda::atomic_ref<int, cuda::thread_scope_device>;

// The blocks in the order of their places: each adds its place, then lets the next one go on.
__device__ void add_in_turn(int place, int* turn, int* sum) {
  while (Shared(*turn).load(cuda::memory_order_acquire) != place) {
  }
  *sum += place;
  Shared(*turn).store(place + 1, cuda::memory_order_release);
}

// As it was found: the blocks that begin first wait for those that begin last.
__global__ void chain_from_the_end(int* turn, int* sum, int*) {
  if (threadIdx.x > 0) return;
  const int place = gridDim.x - 1 - blockIdx.x;
  add_in_turn(place, turn, sum);
}

// A block that waits only for blocks that have begun: the one that begins first takes the first place.
__global__ void chain(int* turn, int* sum, int* next_place) {
  if (threadIdx.x > 0) return;
  const int place = Shared(*next_place).fetch_add(1, cuda::memory_order_relaxed);
  add_in_turn(place, turn, sum);
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
  int *turn = nullptr, *sum = nullptr, *next_place = nullptr;
  for (int** number : {&turn, &sum, &next_place}) {
    CHECK(cudaMalloc(number, sizeof(int)));
    CHECK(cudaMemset(*number, 0, sizeof(int)));  // before every launch
  }
  if (options["broken"] > 0) {
    chain_from_the_end<<<blocks, kBlock>>>(turn, sum, next_place);
  } else {
    chain<<<blocks, kBlock>>>(turn, sum, next_place);
  }
  CHECK_LAST();
  int got = 0;
  CHECK(cudaMemcpy(&got, sum, sizeof(int), cudaMemcpyDeviceToHost));
  for (int* number : {turn, sum, next_place}) CHECK(cudaFree(number));
  const int expected = static_cast<int>(blocks * (blocks - 1LL) / 2);
  std::printf("sum %d, expected %d\n", got, expected);
  return verdict(got == expected);
}
