// Chapter 06 · warp_votes
//
// Each lane has an answer, and all lanes get all answers: __ballot_sync as a mask of 32 bits,
// __any_sync and __all_sync as one, __match_any_sync as a mask of the lanes with the same number.
//
//   warp_votes [--size N]      N numbers, default 2^16 on the CPU backend, 2^24 on a GPU
#include <numeric>

#include "tutorial.cuh"

constexpr int kBlock = 256;     // memory is rounded up to whole blocks, so no kernel needs n
constexpr unsigned kAll = ~0u;  // a mask with a bit per lane: all 32 take part

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

// A bit per lane: is its number even? The bits counted: how many are. The lowest bit: who is first.
// The bits below the lane's own: how many even numbers come before it. No memory, no barrier.
__global__ void count_even(const int* in, int* out) {
  const unsigned even = __ballot_sync(kAll, in[index()] % 2 == 0);
  out[index()] = __popc(even);
}
__global__ void first_even(const int* in, int* out) {
  const unsigned even = __ballot_sync(kAll, in[index()] % 2 == 0);
  out[index()] = __ffs(even) - 1;  // -1: none
}
__global__ void even_before(const int* in, int* out) {
  const unsigned even = __ballot_sync(kAll, in[index()] % 2 == 0);
  const unsigned below = (1u << threadIdx.x % 32) - 1;
  out[index()] = __popc(even & below);
}

// One answer for the warp: bit 0: some lane's number ends in 7; bit 1: all are below 1990.
__global__ void any_and_all(const int* in, int* out) {
  const int x = in[index()];
  const bool any = __any_sync(kAll, x % 10 == 7), all = __all_sync(kAll, x < 1990);
  out[index()] = any + 2 * all;
}

// The lanes whose number has the same last digit. Each knows how many they are, and the lowest of
// them can act for all: one atomic for each digit, for example (warp_aggregated_atomics).
__global__ void same_digit(const int* in, int* out) {
  const unsigned same = __match_any_sync(kAll, in[index()] % 10);
  out[index()] = __popc(same);
}

// A sum over the lanes whose number is even. Who takes part is settled by a vote before the branch,
// in which all lanes take part: `even` is the same for all of them, whatever the hardware does
// later.
__global__ void sum_even(const int* in, int* out) {
  const int x = in[index()];
  const unsigned even = __ballot_sync(kAll, x % 2 == 0);
  out[index()] = 0;
  if (x % 2 == 0) out[index()] = __reduce_add_sync(even, x);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Votes: what every lane of a warp learns of all of them.");
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 24});
  require_compute_capability(8, 0);  // __reduce_add_sync
  const int blocks = (n - 1) / kBlock + 1, all = blocks * kBlock;
  const std::vector<int> input = random_ints(all, 0, 1999);
  int *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, all * sizeof(int)));
  CHECK(cudaMalloc(&out, all * sizeof(int)));
  CHECK(cudaMemcpy(in, input.data(), all * sizeof(int), cudaMemcpyHostToDevice));

  bool ok = true;
  const auto row_of = [](const std::string& name, const std::vector<int>& warp) {
    std::vector<std::string> row = {name};
    for (int lane = 0; lane < 12; ++lane) row.push_back(std::to_string(warp[lane]));
    return row;
  };
  std::vector<int> numbers(32);
  std::iota(numbers.begin(), numbers.end(), 0);
  const auto lanes = row_of("lane", numbers);
  Table table({lanes.begin(), lanes.end()});
  table.add(row_of("its number", input));
  // `answer` of a warp's 32 numbers and one lane is what that lane must have.
  const auto run = [&](const char* name, auto kernel, const auto& answer) {
    poison(out, all);
    kernel<<<blocks, kBlock>>>(in, out);
    CHECK_LAST();
    std::vector<int> got(all);
    CHECK(cudaMemcpy(got.data(), out, all * sizeof(int), cudaMemcpyDeviceToHost));
    ok &= verify(name, got, [&](int i) { return answer(&input[i / 32 * 32], i % 32); });
    table.add(row_of(name, got));
  };
  const auto is_even = [](int x) { return x % 2 == 0; };
  run("even ones", count_even,
      [&](const int* w, int) { return std::count_if(w, w + 32, is_even); });
  run("first even", first_even, [&](const int* w, int) {
    const auto first = std::find_if(w, w + 32, is_even) - w;
    return first == 32 ? -1 : first;
  });
  run("even before", even_before,
      [&](const int* w, int lane) { return std::count_if(w, w + lane, is_even); });
  run("any 1, all 2", any_and_all, [](const int* w, int) {
    return std::any_of(w, w + 32, [](int x) { return x % 10 == 7; }) +
           2 * std::all_of(w, w + 32, [](int x) { return x < 1990; });
  });
  run("same digit", same_digit, [](const int* w, int lane) {
    return std::count_if(w, w + 32, [&](int x) { return x % 10 == w[lane] % 10; });
  });
  run("sum of even", sum_even, [&](const int* w, int lane) {
    int sum = 0;
    for (int l = 0; l < 32; ++l) sum += is_even(w[l]) ? w[l] : 0;
    return is_even(w[lane]) ? sum : 0;
  });
  table.print();
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(ok);
}
