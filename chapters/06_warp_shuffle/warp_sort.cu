// Chapter 06 · warp_sort
//
// Sorting 32 keys in the registers of a warp with a bitonic network: in each of 15 rounds a lane
// compares its key with another lane's. Then with 4 keys per lane, which needs fewer shuffles. On a
// GPU, CUB's WarpMergeSort runs beside it, in blocks of 64 to 512 threads.
//
//   warp_sort [--size N]      N keys, default 2^16+5 on the CPU backend, 2^27 on a GPU
#include <climits>

#include "tutorial.cuh"
#include "tutorial/cub.cuh"

constexpr int kSegment = 32;  // keys that are sorted among themselves
constexpr int kBlock = 256;
constexpr int kLargest =
    2048;  // keys of the largest block; memory has a multiple, so no kernel needs n

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Bitonic sort makes runs of 2 keys, then of 4, 8, 16 and 32, ascending and descending in turn:
// such a pair of runs is merged by comparing places that differ in one bit, from the highest to the
// lowest. Whether the key at `place` is the smaller one of its pair follows from two bits.
__device__ bool keeps_smaller(int place, int bit, int run) {
  return ((place & bit) == 0) == ((place & run) == 0);
}

__device__ int keep(bool smaller, int a, int b) { return smaller ? min(a, b) : max(a, b); }

// Through shared memory: a store, a load, and the warp's barrier after each.
__global__ void in_shared(const int* in, int* out) {
  __shared__ int keys[kBlock];
  const int t = threadIdx.x;
  int key = in[index()];
  for (int run = 2; run <= kSegment; run *= 2) {
    for (int bit = run / 2; bit > 0; bit /= 2) {
      keys[t] = key;
      __syncwarp();
      const int other = keys[t ^ bit];
      __syncwarp();
      key = keep(keeps_smaller(t % 32, bit, run), key, other);
    }
  }
  out[index()] = key;
}

// The same network with a shuffle in each round. All rounds are known to the compiler.
__global__ void in_registers(const int* in, int* out) {
  const int lane = threadIdx.x % 32;
  int key = in[index()];
#pragma unroll
  for (int run = 2; run <= kSegment; run *= 2) {
#pragma unroll
    for (int bit = run / 2; bit > 0; bit /= 2) {
      const int other = __shfl_xor_sync(~0u, key, bit);
      key = keep(keeps_smaller(lane, bit, run), key, other);
    }
  }
  out[index()] = key;
}

// 4 keys per lane, 8 lanes per segment: the rounds of bits 1 and 2 compare keys of one lane. Only 6
// of the 15 rounds shuffle, so 128 keys need 24 shuffles instead of 60, and are loaded at once.
__global__ void four_per_lane(const int4* in, int4* out) {
  const int first = 4 * threadIdx.x % kSegment;  // place of the lane's keys in the segment
  const int4 v = in[index()];
  int key[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
  for (int run = 2; run <= kSegment; run *= 2) {
#pragma unroll
    for (int bit = run / 2; bit > 0; bit /= 2) {
      int other[4];
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        other[k] = bit < 4 ? key[(k ^ bit) % 4] : __shfl_xor_sync(~0u, key[k], bit / 4);
      }
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        key[k] = keep(keeps_smaller(first + k, bit, run), key[k], other[k]);
      }
    }
  }
  out[index()] = {key[0], key[1], key[2], key[3]};
}

#ifdef TUTORIAL_RUNS_CUB
// CUB merges sorted runs in shared memory. The same 32 keys, 1 or 4 per lane.
struct Less {
  __device__ bool operator()(int a, int b) const { return a < b; }
};

template <int kThreads, int kKeys>
__global__ void merge_sort(int* in, int* out) {
  using Sort = cub::WarpMergeSort<int, kKeys, kSegment / kKeys>;
  __shared__ typename Sort::TempStorage scratch[kThreads * kKeys / kSegment];
  const int first = blockIdx.x * kThreads * kKeys;
  int keys[kKeys];
  cub::LoadDirectBlockedVectorized(threadIdx.x, in + first, keys);
  Sort(scratch[threadIdx.x * kKeys / kSegment]).Sort(keys, Less());
  cub::StoreDirectBlockedVectorized(threadIdx.x, out + first, keys);
}
#endif

int main(int argc, char** argv) {
  const Options options(argc, argv, "Sort the keys of each warp in registers.");
  const int n = options.size({.cpu = (1 << 16) + 5, .gpu = 1 << 27});
  const long long all = ((n - 1) / kLargest + 1LL) * kLargest;
  std::vector<int> input = random_ints(n, INT_MIN, INT_MAX);
  input.resize(all, INT_MAX);  // sorted behind the others
  std::vector<int> expected = input;
  for (long long i = 0; i < all; i += kSegment) {
    std::sort(expected.begin() + i, expected.begin() + i + kSegment);
  }
  int *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, all * sizeof(int)));
  CHECK(cudaMalloc(&out, all * sizeof(int)));
  CHECK(cudaMemcpy(in, input.data(), all * sizeof(int), cudaMemcpyHostToDevice));

  Experiment experiment("Segments of 32 sorted", out, all, 8.0 * all);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kOfPeer});
  experiment.show_count("shared requests per 128 keys", "%.0f", [=](const Counters& c) {
    return (c.shared_load_requests + c.shared_store_requests) / (all / 128);
  });
  const char* library = "CUB, 4 per lane, block 512";  // its fastest here
  experiment.compare_with(library, "× CUB");
  const auto run = [&](const char* name, const auto& launch) {
    experiment.run(name, launch, expected);
  };
  run("shared memory", [&] { in_shared<<<all / kBlock, kBlock>>>(in, out); });
  run("registers", [&] { in_registers<<<all / kBlock, kBlock>>>(in, out); });
  run("registers, 4 per lane", [&] {
    four_per_lane<<<all / (4 * kBlock), kBlock>>>(reinterpret_cast<const int4*>(in),
                                                  reinterpret_cast<int4*>(out));
  });
#ifdef TUTORIAL_RUNS_CUB
  run("CUB, 1 per lane, block 512", [&] { merge_sort<512, 1><<<all / 512, 512>>>(in, out); });
  run("CUB, 4 per lane, block 64", [&] { merge_sort<64, 4><<<all / 256, 64>>>(in, out); });
  run("CUB, 4 per lane, block 128", [&] { merge_sort<128, 4><<<all / 512, 128>>>(in, out); });
  run("CUB, 4 per lane, block 256", [&] { merge_sort<256, 4><<<all / 1024, 256>>>(in, out); });
  run(library, [&] { merge_sort<512, 4><<<all / 2048, 512>>>(in, out); });
#else
  experiment.skip_library(library);
#endif

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
