// Chapter 06 · shuffle_patterns
//
// In a shuffle each lane of a warp gives one register and gets another lane's. Which lane gives to
// which? The first warp's numbers are its lane numbers, so the table shows where each lane's number
// has come from. All others are random, and all are compared with the host.
//
//   shuffle_patterns [--size N] [--broken 1]   N numbers, default 2^16 on the CPU backend, 2^24 on
//                                              a GPU; 1: a lane asks one that is not in the mask
#include <numeric>

#include "tutorial.cuh"

constexpr int kBlock = 256;     // memory is rounded up to whole blocks, so no kernel needs n
constexpr unsigned kAll = ~0u;  // a mask with a bit per lane: all 32 take part

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

// One lane gives to all.
__global__ void broadcast(const int* in, int* out, int from) {
  out[index()] = __shfl_sync(kAll, in[index()], from);
}

// From the lane `by` below. The lowest lanes have none there and keep their own number.
__global__ void up(const int* in, int* out, int by) {
  out[index()] = __shfl_up_sync(kAll, in[index()], by);
}

// From the lane `by` above. A width below 32 cuts the warp into pieces of 16, 8, 4 or 2 lanes: no
// number goes from one piece to the next, and the highest lanes of each keep their own.
__global__ void down(const int* in, int* out, int by, int width) {
  out[index()] = __shfl_down_sync(kAll, in[index()], by, width);
}

// From any lane, which each lane computes. It counts modulo the width, so the warp is a ring.
__global__ void wrap(const int* in, int* out, int by, int width) {
  const int lane = threadIdx.x % 32;
  out[index()] = __shfl_sync(kAll, in[index()], lane + by, width);
}

// Lane l and lane l ^ bits exchange their numbers. A butterfly is one such round for each of the 5
// bits; after it every lane knows the sum of all 32, where rounds of `down` tell only lane 0.
__global__ void exchange(const int* in, int* out, int bits) {
  out[index()] = __shfl_xor_sync(kAll, in[index()], bits);
}

__global__ void butterfly(const int* in, int* out) {
  int x = in[index()];
  for (int bits = 16; bits > 0; bits /= 2) x += __shfl_xor_sync(kAll, x, bits);
  out[index()] = x;
}

// A thread that has 4 numbers needs 4 shuffles. Written out, because an array that is indexed by a
// variable would be in local memory (chapter 02), and a shuffle moves registers.
__global__ void exchange_four(const int* in, int* out, int bits) {
  const int4 v = reinterpret_cast<const int4*>(in)[index()];
  reinterpret_cast<int4*>(out)[index()] = {
      __shfl_xor_sync(kAll, v.x, bits), __shfl_xor_sync(kAll, v.y, bits),
      __shfl_xor_sync(kAll, v.z, bits), __shfl_xor_sync(kAll, v.w, bits)};
}

// The last number of one lane for the first of the other. A shuffle gives and gets one variable,
// the same for all lanes: so each lane selects what it gives, before, and what it replaces, after.
__global__ void swap_last_and_first(const int* in, int* out, int bits) {
  int4 v = reinterpret_cast<const int4*>(in)[index()];
  const bool lower = (threadIdx.x & bits) == 0;
  const int got = __shfl_xor_sync(kAll, lower ? v.w : v.x, bits);
  (lower ? v.w : v.x) = got;
  reinterpret_cast<int4*>(out)[index()] = v;
}

// WRONG: lane 31 is not in the mask, and the others ask for its number.
__global__ void ask_outside(const int* in, int* out) {
  const int i = index();
  out[i] = in[i];
  if (i % 32 < 31) out[i] = __shfl_sync(kAll >> 1, in[i], 31);
}

std::vector<std::string> row_of(const std::string& name, const std::vector<int>& warp) {
  std::vector<std::string> row = {name};
  for (int lane : {0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29, 30, 31}) {
    row.push_back(std::to_string(warp[lane]));
  }
  return row;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Show which lane's number each lane of a warp gets.",
                        {{.name = "broken", .max = 1, .help = "1: a lane outside of the mask"}});
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 24});
  const int blocks = (n - 1) / kBlock + 1, all = blocks * kBlock;
  std::vector<int> input = random_ints(all);
  std::iota(input.begin(), input.begin() + 32, 0);  // the first warp

  int *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, all * sizeof(int)));
  CHECK(cudaMalloc(&out, all * sizeof(int)));
  CHECK(cudaMemcpy(in, input.data(), all * sizeof(int), cudaMemcpyHostToDevice));

  bool ok = true;
  const auto lanes = row_of("lane", input);
  Table table({lanes.begin(), lanes.end()});
  const auto launch = [&](const std::string& name, int threads, const auto& expected, auto kernel,
                          auto... arguments) {
    poison(out, all);
    kernel<<<blocks, threads>>>(in, out, arguments...);
    CHECK_LAST();
    std::vector<int> got(all);
    CHECK(cudaMemcpy(got.data(), out, all * sizeof(int), cudaMemcpyDeviceToHost));
    ok &= verify(name, got, expected);
    table.add(row_of(name, got));
  };
  // Element i of the result is number from(i) of the input.
  const auto run = [&](const std::string& name, int threads, const auto& from, auto... more) {
    launch(
        name, threads, [&](int i) { return input[from(i)]; }, more...);
  };
  run(
      "broadcast 3", kBlock, [](int i) { return i / 32 * 32 + 3; }, broadcast, 3);
  run(
      "up 2", kBlock, [](int i) { return i % 32 < 2 ? i : i - 2; }, up, 2);
  run(
      "down 2", kBlock, [](int i) { return i % 32 < 30 ? i + 2 : i; }, down, 2, 32);
  for (int by : {4, 2, 1}) {
    const auto above = [=](int i) { return i % 8 < 8 - by ? i + by : i; };
    run("down " + std::to_string(by) + ", width 8", kBlock, above, down, by, 8);
  }
  run(
      "wrap 2", kBlock, [](int i) { return i / 32 * 32 + (i + 2) % 32; }, wrap, 2, 32);
  run(
      "wrap 2, width 8", kBlock, [](int i) { return i / 8 * 8 + (i + 2) % 8; }, wrap, 2, 8);
  for (int bits : {16, 8, 4, 2, 1}) {
    const auto partner = [=](int i) { return i ^ bits; };
    run("exchange " + std::to_string(bits), kBlock, partner, exchange, bits);
  }
  const auto sum = [&](int i) { return std::accumulate(&input[i & ~31], &input[i | 31] + 1, 0); };
  launch("butterfly, sum", kBlock, sum, butterfly);
  // The same numbers, 4 per lane and a quarter of the threads: elements 0 to 3 are lane 0's.
  run(
      "4 per lane, exchange 1", kBlock / 4, [](int i) { return i ^ 4; }, exchange_four, 1);
  const auto swapped = [](int i) { return i % 8 == 3 ? i + 1 : i % 8 == 4 ? i - 1 : i; };
  run("4 per lane, swap 1", kBlock / 4, swapped, swap_last_and_first, 1);
  const auto last = [](int i) { return i | 31; };
  if (options["broken"] == 1) run("outside of the mask", kBlock, last, ask_outside);
  table.print();

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(ok);
}
