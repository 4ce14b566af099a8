// Chapter 10 · tail_and_fire_and_forget
//
// The streams that a kernel has without making one: the null stream (one after the other, for each block),
// fire and forget (at once, in no order), and tail launch (after everything else of this grid). Each kernel
// writes its letter down when it runs; what is the same in every round is the order.
//
//   tail_and_fire_and_forget [--rounds R]     default 50, 2 on the CPU backend
#include <cstring>

#include "tutorial.cuh"

struct Log {
  int count;
  char letters[28];  // ends with a 0
};

__device__ void write(Log* log, char letter) { log->letters[atomicAdd(&log->count, 1)] = letter; }

__global__ void note(Log* log, char letter) { write(log, letter); }

// Notes its letter, and has a child note the small one.
__global__ void note_twice(Log* log, char letter, char small) {
  write(log, letter);
  note<<<1, 1>>>(log, small);
}

__global__ void parent(Log* log) {
  write(log, 'P');
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(log, 'T');
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(log, 'U');
  note_twice<<<1, 1, 0, cudaStreamFireAndForget>>>(log, 'F', 'f');
  note_twice<<<1, 1>>>(log, 'A', 'a');
  note<<<1, 1>>>(log, 'B');
}

// Launches empty kernels until it may not launch another one. A tail launch waits at least until its parent
// ends, so all of them are pending.
__global__ void nothing() {}
__global__ void launch_until_refused(int most, int* launched, cudaError_t* error) {
  for (*launched = 0; *launched < most; ++*launched) {
    nothing<<<1, 32, 0, cudaStreamTailLaunch>>>();
    *error = cudaGetLastError();
    if (*error != cudaSuccess) return;
  }
}

// Whether the first of two letters was written before the other one.
bool is_before(const Log& log, char first, char second) {
  return std::strchr(log.letters, first) < std::strchr(log.letters, second);
}

int main(int argc, char** argv) {
  const Options options =
      Options::without_size(argc, argv, "The streams that a kernel can launch into.",
                            {{.name = "rounds",
                              .fallback = kCountsInsteadOfTimes ? 2 : 50,
                              .min = 1,
                              .max = 100000,
                              .help = "how often the letters are written"}});
  require_device();
  Log* log = nullptr;
  CHECK(cudaMalloc(&log, sizeof *log));
  std::vector<Log> logs(options["rounds"]);
  for (Log& copy : logs) {
    CHECK(cudaMemset(log, 0, sizeof *log));
    parent<<<1, 1>>>(log);
    CHECK_LAST();
    CHECK(cudaMemcpy(&copy, log, sizeof copy, cudaMemcpyDeviceToHost));
  }
  bool passed = true;
  for (const auto& [order, why] :
       {std::pair{"PA", "a child comes after what its parent did before the launch"},
        {"AB", "the null stream: one after the other"},
        {"aB", "a grid is complete when its children are"},
        {"BT", "tail launch: after everything else of the grid"},
        {"fT", "that includes what it has fired and forgotten, with its children"},
        {"TU", "tail launches, too, come one after the other"}}) {
    const bool always = std::all_of(logs.begin(), logs.end(), [&](const Log& one) {
      return one.count == 8 && is_before(one, order[0], order[1]);
    });
    std::printf("%c before %c: %s (%s)\n", order[0], order[1], always ? "always" : "NOT ALWAYS",
                why);
    passed &= always;
  }

  constexpr int kMost = 10000;
  int *launched = nullptr, count = 0;
  cudaError_t *error = nullptr, why = cudaSuccess;
  CHECK(cudaMalloc(&launched, sizeof *launched));
  CHECK(cudaMalloc(&error, sizeof *error));
  for (const int limit : {128, 1024}) {
    CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit));
    launch_until_refused<<<1, 1>>>(kMost, launched, error);
    CHECK_LAST();
    CHECK(cudaMemcpy(&count, launched, sizeof count, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&why, error, sizeof why, cudaMemcpyDeviceToHost));
    std::printf("at most %d pending: launch %d is refused, %s\n", limit, count + 1,
                cudaGetErrorName(why));
    passed &= count < kMost && why == cudaErrorLaunchPendingCountExceeded;
  }

  CHECK(cudaFree(log));
  CHECK(cudaFree(launched));
  CHECK(cudaFree(error));
  return verdict(passed);
}
