// Chapter 06 · warp_votes
//
// Each lane has an answer, and all lanes get all answers: __ballot_sync as a mask of 32 bits, __any_sync
// and __all_sync as one, __match_any_sync as a mask of the lanes with the same number. And
// __activemask, which does not vote: it says which lanes happen to be here.
//
//   warp_votes [--size N]      N numbers, default 2^16 on the CPU backend, 2^24 on a GPU
#include <bit>

#include "tutorial.cuh"

constexpr int kBlock = 256;     // memory is rounded up to whole blocks, so no kernel needs n
constexpr unsigned kAll = ~0u;  // a mask with a bit per lane: all 32 take part

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

// A bit per lane: is its number even? The bits counted: how many are. The lowest bit: who is first. The
// bits below the lane's own: how many even numbers come before it. No memory, no barrier.
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

// The lanes whose number has the same last digit. Each knows how many they are, and the lowest of them
// can act for all: one atomic for each digit, for example (warp_aggregated_atomics).
__global__ void same_digit(const int* in, int* out) {
  const unsigned same = __match_any_sync(kAll, in[index()] % 10);
  out[index()] = __popc(same);
}

// A sum over the lanes whose number is even. Who takes part is settled by a vote before the branch, in
// which all lanes take part: `even` is the same for all of them, whatever the hardware does later.
__global__ void sum_even(const int* in, int* out) {
  const int x = in[index()];
  const unsigned even = __ballot_sync(kAll, x % 2 == 0);
  out[index()] = 0;
  if (x % 2 == 0) out[index()] = __reduce_add_sync(even, x);
}

// What __activemask answers at five places of one warp. The lanes of one call are those that the
// hardware runs together: a subset of those that could be here, and not a promise.
enum Place { kStart, kInBranch, kBehindBranch, kLeavingLoop, kBehindLoop, kPlaces };

__global__ void who_is_here(const int* trips, unsigned* here) {
  const int lane = threadIdx.x;
  here[32 * kStart + lane] = __activemask();
  if (lane % 4 == 0) here[32 * kInBranch + lane] = __activemask();
  here[32 * kBehindBranch + lane] = __activemask();
  for (int i = 0;; ++i) {
    if (i == trips[lane]) {  // each lane makes as many rounds as its number says
      here[32 * kLeavingLoop + lane] = __activemask();
      break;
    }
  }
  here[32 * kBehindLoop + lane] = __activemask();
}

// How many different masks the lanes got, and with how many lanes.
std::string groups(std::vector<unsigned> masks) {
  std::sort(masks.begin(), masks.end());
  masks.erase(std::unique(masks.begin(), masks.end()), masks.end());
  std::string text;
  for (const unsigned mask : masks) {
    if (mask != 0) text += (text.empty() ? "" : " + ") + std::to_string(std::popcount(mask));
  }
  return text;
}

void print_who_is_here() {
  std::vector<int> trips(32);
  for (int lane = 0; lane < 32; ++lane) trips[lane] = lane % 4;
  int* rounds = nullptr;
  unsigned* here = nullptr;
  CHECK(cudaMalloc(&rounds, 32 * sizeof(int)));
  CHECK(cudaMalloc(&here, kPlaces * 32 * sizeof(unsigned)));
  CHECK(cudaMemset(here, 0, kPlaces * 32 * sizeof(unsigned)));
  CHECK(cudaMemcpy(rounds, trips.data(), 32 * sizeof(int), cudaMemcpyHostToDevice));
  who_is_here<<<1, 32>>>(rounds, here);
  CHECK_LAST();
  std::vector<unsigned> masks(kPlaces * 32);
  CHECK(cudaMemcpy(masks.data(), here, kPlaces * 32 * sizeof(unsigned), cudaMemcpyDeviceToHost));
  const char* names[kPlaces] = {"at the start", "in a branch of 8 lanes", "behind the branch",
                                "in a loop, leaving it", "behind the loop"};
  Table table({"__activemask", "lanes"});
  for (int p = 0; p < kPlaces; ++p) {
    table.add({names[p], groups({masks.begin() + 32 * p, masks.begin() + 32 * (p + 1)})});
  }
  table.print();
  CHECK(cudaFree(rounds));
  CHECK(cudaFree(here));
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Votes: what every lane of a warp learns of all of them.");
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 24});
  require_compute_capability(8, 0);  // __reduce_add_sync
  const int blocks = (n - 1) / kBlock + 1, all = blocks * kBlock;
  const std::vector<int> input = random_ints(all);
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
  for (int lane = 0; lane < 32; ++lane) numbers[lane] = lane;
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

  print_who_is_here();
  return verdict(ok);
}
