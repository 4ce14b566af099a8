// Chapter 04 · same_word
//
// All threads of a block store to one word of shared memory. One of the stores survives, and CUDA doesn't say
// which. A program that cares which has to say so.
//
//   same_word [--broken 1]     1: plain stores of different numbers, which are a race
#include <cuda/atomic>

#include "tutorial.cuh"

constexpr int kBlock = 256, kBlocks = 100;

// Atomic stores are no race: the word holds one of the numbers, whole. Which one is still open.
__device__ void store_own(int* word, int number) {
  cuda::atomic_ref<int, cuda::thread_scope_block>(*word).store(number, cuda::memory_order_relaxed);
}

// WRONG: stores that nothing orders, and not all of the same number.
__device__ void store_own_plainly(int* word, int number) { *word = number; }

// The same number from each: it doesn't matter whose store is the last.
__device__ void store_same(int* word, int) { *word = -1; }

// The rule is in the program: the smallest survives, whatever the order.
__device__ void store_smallest(int* word, int number) { atomicMin(word, number); }

template <void (*STORE)(int*, int)>
__global__ void store_all(const int* numbers, int* survivors) {
  __shared__ int word;
  if (threadIdx.x == 0) word = INT_MAX;
  __syncthreads();
  STORE(&word, numbers[blockIdx.x * kBlock + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) survivors[blockIdx.x] = word;
}

int main(int argc, char** argv) {
  const Options options = Options::without_size(
      argc, argv, "All threads of a block store to one word.",
      {{.name = "broken", .max = 1, .help = "1: plain stores of different numbers"}});
  require_device();
  const std::vector<int> input = random_ints(kBlocks * kBlock, 0, 1000000);
  int *numbers = nullptr, *survivors = nullptr;
  CHECK(cudaMalloc(&numbers, input.size() * sizeof(int)));
  CHECK(cudaMalloc(&survivors, kBlocks * sizeof(int)));
  CHECK(cudaMemcpy(numbers, input.data(), input.size() * sizeof(int), cudaMemcpyHostToDevice));

  bool passed = true;
  // Of block b's numbers, begin to end - 1, is `survivor` what may be left?
  const auto run = [&](const char* name, const auto& kernel, const auto& may_survive) {
    poison(survivors, kBlocks);
    kernel<<<kBlocks, kBlock>>>(numbers, survivors);
    CHECK_LAST();
    std::vector<int> got(kBlocks);
    CHECK(cudaMemcpy(got.data(), survivors, kBlocks * sizeof(int), cudaMemcpyDeviceToHost));
    int right = 0;
    for (int b = 0; b < kBlocks; ++b) {
      const auto begin = input.begin() + b * kBlock;
      right += may_survive(begin, begin + kBlock, got[b]);
    }
    std::printf("%-46s %3d of %d blocks\n", name, right, kBlocks);
    passed &= right == kBlocks;
  };
  const auto is_one_of_them = [](auto begin, auto end, int survivor) {
    return std::find(begin, end, survivor) != end;
  };
  if (options["broken"] == 1) {
    run("plain stores: one of the numbers survives in", store_all<store_own_plainly>,
        is_one_of_them);
  }
  run("atomic stores: one of the numbers survives in", store_all<store_own>, is_one_of_them);
  run("the same number from all: it is there in", store_all<store_same>,
      [](auto, auto, int survivor) { return survivor == -1; });
  run("atomicMin: the smallest survives in", store_all<store_smallest>,
      [](auto begin, auto end, int survivor) { return survivor == *std::min_element(begin, end); });

  CHECK(cudaFree(survivors));
  CHECK(cudaFree(numbers));
  return verdict(passed);
}
