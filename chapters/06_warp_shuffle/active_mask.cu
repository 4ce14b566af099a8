// Chapter 06 · active_mask
//
// __activemask says which lanes of the warp are running this instruction together. That is not who
// should take part: a warp whose lanes have gone different ways need not have met again. The table
// shows what it answers at five places, and a sum over lanes that use it as their mask goes wrong.
//
//   active_mask [--size N] [--broken 1]      N numbers, default 2^16 on the CPU backend, 2^24 on a
//                                            GPU; 1: the sum with __activemask
#include <bit>

#include "tutorial.cuh"

constexpr int kBlock = 256;     // memory is rounded up to whole blocks, so no kernel needs n
constexpr unsigned kAll = ~0u;  // a mask with a bit per lane: all 32 take part

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

// One warp notes what it is told at five places. Its loop is a search with two ways out: lane l
// leaves it when it has found l % 4 in the list, or at the end of the list.
enum Place { kStart, kInBranch, kAfterBranch, kFound, kAfterLoop, kPlaces };

__global__ void who_is_here(const int* list, int length, unsigned* here) {
  const int lane = threadIdx.x;
  here[32 * kStart + lane] = __activemask();
  if (lane % 4 == 0) here[32 * kInBranch + lane] = __activemask();
  here[32 * kAfterBranch + lane] = __activemask();
  for (int i = 0; i < length; ++i) {
    if (list[i] == lane % 4) {
      here[32 * kFound + lane] = __activemask();
      break;
    }
  }
  here[32 * kAfterLoop + lane] = __activemask();
}

// Collatz: an even x is halved, an odd one tripled and increased by 1, until it is 1. Every lane
// takes a different number of rounds.
__device__ int next(int x) { return x % 2 == 0 ? x / 2 : 3 * x + 1; }

// WRONG: the rounds of the warp's lanes, added up by each lane when it has finished. Only those
// that finish in the same round are here then.
__global__ void add_up_who_is_here(const int* in, int* out) {
  int x = in[index()];
  for (int rounds = 0; __any_sync(kAll, x != 0); ++rounds) {
    if (x == 1) out[index()] = __reduce_add_sync(__activemask(), rounds);
    x = x == 1 ? 0 : next(x);  // 0: finished
  }
}

// Right: who takes part is known from the program, here all lanes. Each comes when it has finished,
// and the call waits for the others.
__global__ void add_up_all(const int* in, int* out) {
  int x = in[index()], rounds = 0;
  for (; x != 1; x = next(x)) ++rounds;
  out[index()] = __reduce_add_sync(kAll, rounds);
}

// Right: the lanes whose number is odd. A vote of all lanes, before the branch, says which they
// are.
__global__ void add_up_odd(const int* in, int* out) {
  const int x = in[index()];
  const unsigned odd = __ballot_sync(kAll, x % 2 != 0);
  out[index()] = x % 2 != 0 ? static_cast<int>(__reduce_add_sync(odd, x)) : 0;
}

// The sizes of the groups: how many lanes got the same mask.
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
  const std::vector<int> list = {0, 1, 2, 3};
  int* in = nullptr;
  unsigned* here = nullptr;
  CHECK(cudaMalloc(&in, list.size() * sizeof(int)));
  CHECK(cudaMalloc(&here, kPlaces * 32 * sizeof(unsigned)));
  CHECK(cudaMemset(here, 0, kPlaces * 32 * sizeof(unsigned)));
  CHECK(cudaMemcpy(in, list.data(), list.size() * sizeof(int), cudaMemcpyHostToDevice));
  who_is_here<<<1, 32>>>(in, list.size(), here);
  CHECK_LAST();
  std::vector<unsigned> masks(kPlaces * 32);
  CHECK(cudaMemcpy(masks.data(), here, kPlaces * 32 * sizeof(unsigned), cudaMemcpyDeviceToHost));
  const char* names[kPlaces] = {"at the start", "in a branch of 8 lanes", "after the branch",
                                "in the loop: found", "after the loop"};
  Table table({"place", "lanes that __activemask finds together"});
  for (int p = 0; p < kPlaces; ++p) {
    table.add({names[p], groups({masks.begin() + 32 * p, masks.begin() + 32 * (p + 1)})});
  }
  table.print();
  CHECK(cudaFree(in));
  CHECK(cudaFree(here));
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Which lanes are here, and which take part.",
                        {{.name = "broken", .max = 1, .help = "1: a mask of who is here"}});
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 24});
  require_compute_capability(8, 0);  // __reduce_add_sync
  print_who_is_here();

  const int blocks = (n - 1) / kBlock + 1, all = blocks * kBlock;
  const std::vector<int> input = random_ints(all, 1, 1000);
  int *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, all * sizeof(int)));
  CHECK(cudaMalloc(&out, all * sizeof(int)));
  CHECK(cudaMemcpy(in, input.data(), all * sizeof(int), cudaMemcpyHostToDevice));

  std::vector<int> rounds(all), odd(all);  // sums of each warp
  for (int i = 0; i < all; ++i) {
    const int first = i / 32 * 32;
    for (int x = input[i]; x != 1; x = x % 2 == 0 ? x / 2 : 3 * x + 1) ++rounds[first];
    if (input[i] % 2 != 0) odd[first] += input[i];
  }
  bool ok = true;
  const auto run = [&](const char* name, auto kernel, const auto& expected) {
    poison(out, all);
    kernel<<<blocks, kBlock>>>(in, out);
    CHECK_LAST();
    const std::string wrong = first_difference_on_device(out, all, expected);
    std::printf("%s: %s\n", name, wrong.empty() ? "right" : wrong.c_str());
    ok &= wrong.empty();
  };
  const auto of_all = [&](int i) { return rounds[i / 32 * 32]; };
  std::puts("");
  if (options["broken"] == 1) run("sum of who is here", add_up_who_is_here, of_all);
  run("sum of all lanes", add_up_all, of_all);
  run("sum of the odd lanes", add_up_odd,
      [&](int i) { return input[i] % 2 != 0 ? odd[i / 32 * 32] : 0; });

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(ok);
}
