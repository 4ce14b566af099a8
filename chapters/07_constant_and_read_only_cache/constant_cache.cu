// Chapter 07 · constant_cache
//
// Constant memory is 64 KiB of device memory; only its caches are special. In a walk through a
// table each step goes where the last one read, so its time is that of a load. It shows how large
// the caches are: the larger the table, the farther away are the words. Global memory (L1) and
// shared memory beside it.
//
//   constant_cache [--steps N]      steps of a walk, default 64 on the CPU backend, 2^14 on a GPU
#include <functional>

#include "tutorial.cuh"

constexpr int kMaxWords = 1 << 14;  // 64 KiB: more constant memory a program cannot declare

__constant__ int constant_next[kMaxWords];

enum class Memory { kConstant, kGlobal, kShared };

// Every lane of a warp walks the same way, so each step is one word for the whole warp; each warp
// begins somewhere else. The time of a step is the time that the warp waits for one load.
template <Memory memory>
__global__ void walk(const int* next, int words, int steps, int* out) {
  extern __shared__ int shared_next[];
  if constexpr (memory == Memory::kShared) {
    for (int i = threadIdx.x; i < words; i += blockDim.x) shared_next[i] = next[i];
    __syncthreads();
  }
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int place = thread / 32 * 61 % words;
  for (int step = 0; step < steps; ++step) {
    if constexpr (memory == Memory::kConstant) {
      place = constant_next[place];
    } else if constexpr (memory == Memory::kGlobal) {
      place = next[place];
    } else {
      place = shared_next[place];
    }
  }
  out[thread] = place;
}

using Walk = void (*)(const int*, int, int, int*);

// A walk through all words in random order: visited[k] is the word at which it is after k steps.
std::vector<int> random_walk(int words) {
  std::vector<int> visited(words);
  for (int i = 0; i < words; ++i) visited[i] = i;
  for (int i = words - 1; i > 0; --i) std::swap(visited[i], visited[random_ints(1, 0, i)[0]]);
  return visited;
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "Walk through tables in constant, global and shared memory.",
      {{.name = "steps",
        .fallback = has_times() ? 1 << 14 : 64,
        .min = 1,
        .max = 1 << 20,
        .help = "steps of a walk"}});
  require_device();
  const int steps = static_cast<int>(options["steps"]);
  const int blocks = has_times() ? device_attribute(cudaDevAttrMultiProcessorCount) : 1;
  int *next = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&next, kMaxWords * sizeof(int)));
  CHECK(cudaMalloc(&out, static_cast<size_t>(blocks) * 1024 * sizeof(int)));
  CHECK(cudaFuncSetAttribute(walk<Memory::kShared>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             kMaxWords * sizeof(int)));

  bool ok = true;
  int words = 0;
  std::vector<int> visited, step_at;  // the walk, and when it visits each word
  // Nanoseconds per step: the difference between a long and a short walk, so that the launch and
  // the filling of shared memory do not count.
  const auto measure = [&](Walk kernel, int grid, int block) {
    const size_t shared = kernel == walk<Memory::kShared> ? words * sizeof(int) : 0;
    double milliseconds[2] = {};
    for (const int length : {1, 3}) {
      poison(out, grid * block);
      std::vector<double> times;
      EventTimer timer;
      for (int run = 0; run < (has_times() ? 11 : 1); ++run) {
        timer.start();
        kernel<<<grid, block, shared>>>(next, words, length * steps, out);
        CHECK_LAST();
        times.push_back(timer.stop());
      }
      milliseconds[length / 2] = median(times);
      std::vector<int> got(static_cast<size_t>(grid) * block);
      CHECK(cudaMemcpy(got.data(), out, got.size() * sizeof(int), cudaMemcpyDeviceToHost));
      ok &= verify("walk", got, [&](int i) {
        return visited[(step_at[i / 32 * 61 % words] + length * steps) % words];
      });
    }
    return (milliseconds[1] - milliseconds[0]) * 1e6 / (2.0 * steps);
  };

  Table alone({"one warp alone", timed("constant"), timed("global"), timed("shared")});
  Table full(
      {"32 warps on each multiprocessor", timed("constant"), timed("global"), timed("shared")});
  for (words = 256; words <= kMaxWords; words *= 2) {
    visited = random_walk(words);
    std::vector<int> table(words);
    step_at.resize(words);
    for (int k = 0; k < words; ++k) {
      table[visited[k]] = visited[(k + 1) % words];
      step_at[visited[k]] = k;
    }
    CHECK(cudaMemcpyToSymbol(constant_next, table.data(), words * sizeof(int)));
    CHECK(cudaMemcpy(next, table.data(), words * sizeof(int), cudaMemcpyHostToDevice));
    std::vector<std::string> row = {std::to_string(words / 256) + " KiB"}, full_row = row;
    for (const Walk kernel :
         {walk<Memory::kConstant>, walk<Memory::kGlobal>, walk<Memory::kShared>}) {
      row.push_back(figure("%.1f ns", measure(kernel, 1, 32)));
      full_row.push_back(figure("%.1f ns", measure(kernel, blocks, 1024)));
    }
    alone.add(row);
    full.add(full_row);
  }
  alone.print("A step of a walk");
  full.print("A step of 32 walks at once");

  CHECK(cudaFree(next));
  CHECK(cudaFree(out));
  return verdict(ok);
}
