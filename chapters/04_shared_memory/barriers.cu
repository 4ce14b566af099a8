// Chapter 04 · barriers
//
// Threads of a block run in any order. Where a thread reads what another one has written to shared
// memory, a barrier must stand between the write and the read.
//
//   barriers [--broken K]      1: without __syncthreads, 2: __syncthreads in a branch, 3: without
//                              __syncwarp. The CPU backend says what is wrong; on a GPU the result
//                              may be right, and compute-sanitizer --tool racecheck finds the error
#include "tutorial.cuh"

constexpr int kBlock = 256;

// Every thread reads what another one has written. The barrier waits until all threads have written.
template <bool with_barrier>
__global__ void reverse(const int* in, int* out) {
  __shared__ int tile[kBlock];
  const int t = threadIdx.x, first = blockIdx.x * kBlock;
  tile[t] = in[first + t];
  if (with_barrier) __syncthreads();
  out[first + t] = tile[kBlock - 1 - t];
}

// Wrong: all threads must come to the same barrier. The two in the branches are two barriers.
__global__ void reverse_in_branches(const int* in, int* out) {
  __shared__ int tile[kBlock];
  const int t = threadIdx.x, first = blockIdx.x * kBlock;
  if (in[first + t] % 2 == 0) {
    tile[t] = in[first + t];
    __syncthreads();
  } else {
    tile[t] = in[first + t];
    __syncthreads();
  }
  out[first + t] = tile[kBlock - 1 - t];
}

// Three barriers that also answer a question: for how many threads does a condition hold, for all,
// for any? Every thread gets the answer.
__global__ void ask(const int* in, int* out) {
  const int value = in[blockIdx.x * kBlock + threadIdx.x];
  const int positive = __syncthreads_count(value > 0);
  const int all_small = __syncthreads_and(value < 1990) != 0;
  const int any_large = __syncthreads_or(value > 1995) != 0;
  if (threadIdx.x == 0) {
    out[3 * blockIdx.x] = positive;
    out[3 * blockIdx.x + 1] = all_small;
    out[3 * blockIdx.x + 2] = any_large;
  }
}

// Lanes of one warp need a barrier, too, but only one of the warp: since compute capability 7.0 each lane has
// its own program counter, so lanes of a warp need not run in step.
template <bool with_barrier>
__global__ void rotate_in_warps(const int* in, int* out) {
  __shared__ int tile[kBlock];
  const int t = threadIdx.x, first = blockIdx.x * kBlock;
  tile[t] = in[first + t];
  if (with_barrier) __syncwarp();
  out[first + t] = tile[t / 32 * 32 + (t + 1) % 32];
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "Barriers of blocks and warps, and what happens without.",
      {{.name = "broken", .fallback = 0, .min = 0, .max = 3, .help = "which barrier is wrong"}});
  require_device();
  const int broken = options["broken"];
  if (broken == 2 && !kCountsInsteadOfTimes) {
    std::puts("skipped: undefined behaviour, which may never end on a GPU");
    return kExitSkipped;
  }
  const int blocks = 5, n = blocks * kBlock;
  const std::vector<int> input = random_ints(n);
  int *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(int)));
  CHECK(cudaMalloc(&out, n * sizeof(int)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  bool right = true;
  const auto check = [&](const std::string& name, int count, const auto& expected) {
    CHECK_LAST();
    CHECK(cudaDeviceSynchronize());
    std::vector<int> got(count);
    CHECK(cudaMemcpy(got.data(), out, count * sizeof(int), cudaMemcpyDeviceToHost));
    const bool holds = verify(name, got, expected);
    std::printf("%-18s %s\n", name.c_str(), holds ? "right" : "wrong");
    right &= holds;
    poison(out, n);
  };
  poison(out, n);

  if (broken == 1) {
    reverse<false><<<blocks, kBlock>>>(in, out);
  } else if (broken == 2) {
    reverse_in_branches<<<blocks, kBlock>>>(in, out);
  } else {
    reverse<true><<<blocks, kBlock>>>(in, out);
  }
  check("reverse", n, [&](int i) { return input[i / kBlock * kBlock + kBlock - 1 - i % kBlock]; });

  ask<<<blocks, kBlock>>>(in, out);
  check("ask", 3 * blocks, [&](int i) {
    int count = 0, all = 1, any = 0;
    for (int t = 0; t < kBlock; ++t) {
      const int value = input[i / 3 * kBlock + t];
      count += value > 0;
      all &= value < 1990;
      any |= value > 1995;
    }
    return i % 3 == 0 ? count : i % 3 == 1 ? all : any;
  });

  if (broken == 3) {
    rotate_in_warps<false><<<blocks, kBlock>>>(in, out);
  } else {
    rotate_in_warps<true><<<blocks, kBlock>>>(in, out);
  }
  check("rotate in warps", n, [&](int i) { return input[i / 32 * 32 + (i + 1) % 32]; });

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(right);
}
