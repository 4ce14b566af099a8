// Chapter 10 · tail_and_fire_and_forget
//
// The streams that a kernel has without making one: the null stream (one after the other, for each block),
// fire and forget (at once, in no order), and tail launch (after everything else of this grid). Each kernel
// writes its letter down when it runs; what is the same in every round is the order.
//
//   tail_and_fire_and_forget [--rounds R] [--launches N]     default 50 (2 on the CPU backend) and 1000
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

enum Stream { kNull, kFireAndForget, kTail };
template <Stream kStream>
__device__ cudaStream_t stream_of() {
  if (kStream == kFireAndForget) return cudaStreamFireAndForget;
  return kStream == kTail ? cudaStreamTailLaunch : nullptr;
}

__global__ void nothing() {}

// Every thread that is the first of its block launches so many empty kernels, or as many as it may.
template <Stream kStream>
__global__ void launch_nothing(int count, int* launched, cudaError_t* error) {
  for (int i = 0; i < count; ++i) {
    nothing<<<1, 32, 0, stream_of<kStream>()>>>();
    const cudaError_t result = cudaGetLastError();
    if (result != cudaSuccess) {
      *error = result;
      return;
    }
    atomicAdd(launched, 1);
  }
}

// Whether the first of two letters was written before the other one.
bool is_before(const Log& log, char first, char second) {
  return std::strchr(log.letters, first) < std::strchr(log.letters, second);
}

int main(int argc, char** argv) {
  const Options options = Options::without_size(
      argc, argv, "The streams that a kernel can launch into.",
      {{.name = "rounds",
        .fallback = kCountsInsteadOfTimes ? 2 : 50,
        .min = 1,
        .max = 100000,
        .help = "how often the letters are written"},
       {.name = "launches", .fallback = 1000, .min = 32, .max = 100000, .help = "to be timed"}});
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

  // Tail launches wait at least until their parent ends, so all of them are pending.
  int* launched = nullptr;
  cudaError_t* error = nullptr;
  CHECK(cudaMalloc(&launched, sizeof *launched));
  CHECK(cudaMalloc(&error, sizeof *error));
  const auto reset = [&] {
    CHECK(cudaMemsetAsync(launched, 0, sizeof *launched));
    CHECK(cudaMemsetAsync(error, 0, sizeof *error));
  };
  const auto launches = [&] {
    int count = 0;
    CHECK(cudaMemcpy(&count, launched, sizeof count, cudaMemcpyDeviceToHost));
    return count;
  };
  for (const int limit : {128, 1024}) {
    CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit));
    reset();
    launch_nothing<kTail><<<1, 1>>>(10000, launched, error);
    CHECK_LAST();
    cudaError_t why = cudaSuccess;
    CHECK(cudaMemcpy(&why, error, sizeof why, cudaMemcpyDeviceToHost));
    std::printf("at most %d pending: launch %d is refused, %s\n", limit, launches() + 1,
                cudaGetErrorName(why));
    passed &= launches() < 10000;
  }

  const int count = static_cast<int>(options["launches"]) / 32 * 32;
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, count + 1));
  Table table({"empty kernels", timed("µs per launch")});
  const auto time = [&](const char* name, bool by_host, const auto& launch) {
    if (!has_times()) return;
    reset();
    const double milliseconds = host_milliseconds(20, [&] {
      launch();
      CHECK_LAST();
      CHECK(cudaDeviceSynchronize());
    });
    table.add({name, figure("%.2f", 1e3 * milliseconds / count)});
    passed &= by_host || launches() == 21 * count;
  };
  time("by the host", true, [&] {
    for (int i = 0; i < count; ++i) nothing<<<1, 32>>>();
  });
  time("by one thread, null stream", false,
       [&] { launch_nothing<kNull><<<1, 1>>>(count, launched, error); });
  time("by one thread, fire and forget", false,
       [&] { launch_nothing<kFireAndForget><<<1, 1>>>(count, launched, error); });
  time("by one thread, tail launch", false,
       [&] { launch_nothing<kTail><<<1, 1>>>(count, launched, error); });
  time("by 32 blocks, null streams", false,
       [&] { launch_nothing<kNull><<<32, 1>>>(count / 32, launched, error); });
  time("by 32 blocks, fire and forget", false,
       [&] { launch_nothing<kFireAndForget><<<32, 1>>>(count / 32, launched, error); });
  table.print();

  CHECK(cudaFree(log));
  CHECK(cudaFree(launched));
  CHECK(cudaFree(error));
  return verdict(passed);
}
