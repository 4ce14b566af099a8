#include "tutorial/exercise.cuh"
#include "tutorial/launches.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

__global__ void tree(int levels) {
  if (levels > 0) tree<<<2, 1>>>(levels - 1);
}

__global__ void add_one(int* count) { atomicAdd(count, 1); }
__global__ void every(int* count) {
  if (threadIdx.x % 16 == 0) add_one<<<1, 8>>>(count);
}

__global__ void row(int) {}
__global__ void rows(const int* length, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && length[i] > 32) row<<<(length[i] + 31) / 32, 32>>>(i);
}

// Each of the ten says how many of them have ended before: the larger one counts.
__global__ void one_of_ten(int* ended, int* before) {
  atomicMax(before, atomicAdd(ended, 0));
  atomicAdd(ended, 1);
}
__global__ void parent(int* ended, int* before) {
  one_of_ten<<<1, 1>>>(ended, before);
  one_of_ten<<<1, 1>>>(ended, before);
  one_of_ten<<<1, 1, 0, cudaStreamFireAndForget>>>(ended, before);
  one_of_ten<<<1, 1, 0, cudaStreamTailLaunch>>>(ended, before);
  one_of_ten<<<1, 1>>>(ended, before);
}

__global__ void add_ten(int* x) { *x += 10; }
__global__ void times_two(int* x) { *x *= 2; }
__global__ void compute(int* x) {
  times_two<<<1, 1, 0, cudaStreamTailLaunch>>>(x);
  add_ten<<<1, 1>>>(x);
  add_ten<<<1, 1>>>(x);
  add_ten<<<1, 1, 0, cudaStreamTailLaunch>>>(x);
}

// Counts n ones. A child may only look at those that it is sure to see: anything else is a race, which the
// CPU backend reports.
__global__ void count_ones(const int* ones, int n, int* sum) {
  const int i = threadIdx.x;
  if (i < n) atomicAdd(sum, ones[i]);
}
template <int kSure>
__global__ void write_ones(int* ones, int* sum) {
  ones[blockIdx.x * 64 + threadIdx.x] = 1;
  if (kSure == 64) __syncthreads();
  if (threadIdx.x != 0 || blockIdx.x != 0) return;
  if (kSure == 256) {
    count_ones<<<1, 256, 0, cudaStreamTailLaunch>>>(ones, kSure, sum);
  } else {
    count_ones<<<1, 256>>>(ones, kSure, sum);
  }
}

// Runs a listing, which gets n zeros (or what `first` says in front of them).
struct Trial {
  template <class Run>
  Trial(int n, int first, Run run) : memory(zeros(n, first)) {
    launches = record_launches([&] {
      run(memory.data());
      CHECK_LAST();
    });
    values = memory.read();
  }
  static std::vector<int> zeros(int n, int first) {
    std::vector<int> all(n);
    all[0] = first;
    return all;
  }

  Buffer<int> memory;
  Launches launches;
  std::vector<int> values;
};

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  // On a GPU, where no launches are recorded, the rules say what the CPU backend counts here.
  const auto answer = [&](const char* name, int given, int counted, int by_rule,
                          const char* thought) {
    exercise.answer(name, given, kHasLaunches ? counted : by_rule, 0, thought);
  };
  const auto blocks = [](const Launches& launches, int from_depth) {
    int sum = 0;
    for (const auto& launch : launches.all()) sum += launch.depth >= from_depth ? launch.grid.x : 0;
    return sum;
  };
  const Trial tree_trial(1, 0, [](int*) { tree<<<1, 1>>>(3); });
  answer("kTreeGrids", kTreeGrids, tree_trial.launches.by_kernels(), 1 + 2 + 4,
         "the host's launch does not count. How many blocks launch on each level?");
  answer("kTreeBlocks", kTreeBlocks, blocks(tree_trial.launches, 0), 1 + 2 + 4 + 8,
         "the host's grid counts here. How many blocks has each of the others?");
  answer("kTreeDepth", kTreeDepth, tree_trial.launches.depth(), 3,
         "the host's launch has depth 0. At which depth is `levels` 0?");

  const Trial every_trial(1, 0, [](int* count) { every<<<3, 64>>>(count); });
  exercise.answer("kEveryCount", kEveryCount, every_trial.values[0], 0,
                  "how many of the 192 threads come to the launch, and what does a child add?");

  const Buffer<int> length(std::vector<int>{5, 33, 32, 100, 0, 64, 1000, 31});
  const Trial rows_trial(1, 0, [&](int*) { rows<<<1, 32>>>(length.data(), 8); });
  answer("kRowsGrids", kRowsGrids, rows_trial.launches.by_kernels(), 4,
         "which rows are longer than 32?");
  answer("kRowsBlocks", kRowsBlocks, blocks(rows_trial.launches, 1), 2 + 4 + 2 + 32,
         "how large is the grid of each long row?");

  const Trial ten_trial(2, 0, [](int* memory) { parent<<<2, 1>>>(memory, memory + 1); });
  int at_once = 0;
  for (std::size_t i = 1; i < ten_trial.launches.all().size(); ++i) {
    at_once += !ten_trial.launches.is_tail(i) && !ten_trial.launches.all()[i].waits;
  }
  answer("kAtOnce", kAtOnce, at_once, 4,
         "how many null streams are there, and what waits for nothing in each of them?");
  exercise.answer("kBeforeLast", kBeforeLast, ten_trial.values[1], 0,
                  "how many queues of tail launches does a grid have?");

  const Trial x_trial(1, 1, [](int* x) { compute<<<1, 1>>>(x); });
  exercise.answer("kX", kX, x_trial.values[0], 0,
                  "which of the four begin last, and in which order?");

  const auto sure = [](auto kernel) {
    return Trial(257, 0, [&](int* memory) { kernel<<<4, 64>>>(memory + 1, memory); }).values[0];
  };
  exercise.answer("kSureAsItIs", kSureAsItIs, sure(write_ones<1>), 0,
                  "which of the threads that write has launched the child?");
  exercise.answer("kSureWithBarrier", kSureWithBarrier, sure(write_ones<64>), 0,
                  "for which threads does __syncthreads() wait?");
  exercise.answer("kSureInTail", kSureInTail, sure(write_ones<256>), 0,
                  "what is complete when a tail launch begins?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
