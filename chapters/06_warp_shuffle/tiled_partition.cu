// Chapter 06 · tiled_partition
//
// Cooperative groups name the threads that work together: a tile of 4, 8, 16 or 32 neighbours, the
// lanes that are in a branch, the lanes with the same label. A group knows its size and each
// thread's rank, and has shuffles, votes and reductions of its own, so no mask is written by hand.
//
//   tiled_partition [--size N]      N numbers, default 2^16+3 on the CPU backend, 2^27 on a GPU
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <numeric>

#include "tutorial.cuh"

namespace cg = cooperative_groups;

constexpr int kBlock = 256;  // memory is rounded up to whole blocks, so no kernel needs n

// Sums of kWidth neighbours by hand: a mask, a width, and a lane number to compute.
template <int kWidth>
__global__ void sums_by_shuffles(const int* in, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  int sum = in[i];
#pragma unroll
  for (int offset = kWidth / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(~0u, sum, offset, kWidth);
  }
  if (i % kWidth == 0) out[i / kWidth] = sum;
}

// The same with a tile. The width is part of its type, so the loop is as unrolled as the one above.
template <int kWidth>
__global__ void sums_by_tiles(const int* in, int* out) {
  const auto tile = cg::tiled_partition<kWidth>(cg::this_thread_block());
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int sum = cg::reduce(tile, in[i], cg::plus<int>());
  if (tile.thread_rank() == 0) out[i / kWidth] = sum;
}

// The lanes that come into a branch: how many are there, and the how-manieth am I? The group is
// made of those that are there, so it is right whoever comes, and it is not known to be all
// (warp_votes).
__global__ void rank_in_branch(const int* in, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  out[i] = -1;
  if (in[i] % 3 == 0) {
    const auto group = cg::coalesced_threads();
    out[i] = 100 * group.size() + group.thread_rank();
  }
}

// A group for each label: here the lanes of a warp whose numbers have the same last digit, and each
// group adds up its numbers. All groups reduce at once.
__global__ void sums_by_digit(const int* in, int* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const auto group = cg::labeled_partition(warp, in[i] % 10);
  out[i] = cg::reduce(group, in[i], cg::plus<int>());
}

int main(int argc, char** argv) {
  const Options options(argc, argv,
                        "Groups of lanes: tiles, lanes in a branch, lanes with a label.");
  const int n = options.size({.cpu = (1 << 16) + 3, .gpu = 1 << 27});
  const int blocks = (n - 1) / kBlock + 1, all = blocks * kBlock;
  const std::vector<int> input = random_ints(all, 0, 999);
  int *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, all * sizeof(int)));
  CHECK(cudaMalloc(&out, all * sizeof(int)));
  CHECK(cudaMemcpy(in, input.data(), all * sizeof(int), cudaMemcpyHostToDevice));

  bool ok = true;
  const auto compare = [&]<int kWidth>(std::integral_constant<int, kWidth>) {
    const int sums = all / kWidth;
    Experiment experiment("Sums of " + std::to_string(kWidth), out, sums, 4.0 * all + 4.0 * sums);
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kSectorsPerLoad,
                     Column::kSectorsPerStore});
    const auto run = [&](const char* name, auto kernel) {
      experiment.run(
          name, [&] { kernel<<<blocks, kBlock>>>(in, out); },
          [&](int i) {
            const auto first = input.begin() + kWidth * i;
            return std::accumulate(first, first + kWidth, 0);
          });
    };
    run("shuffles", sums_by_shuffles<kWidth>);
    run("tiles", sums_by_tiles<kWidth>);
    ok &= experiment.finish();
  };
  compare(std::integral_constant<int, 4>());
  compare(std::integral_constant<int, 8>());
  compare(std::integral_constant<int, 16>());
  compare(std::integral_constant<int, 32>());

  Experiment experiment("Groups that the data make", out, all, 8.0 * all);
  experiment.longest_name("lanes with the same last digit");
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kSectorsPerLoad,
                   Column::kSectorsPerStore});
  experiment.run(
      "lanes in a branch", [&] { rank_in_branch<<<blocks, kBlock>>>(in, out); },
      [&](int i) {
        const auto warp = input.begin() + i / 32 * 32;
        const auto is_in = [](int x) { return x % 3 == 0; };
        const auto size = std::count_if(warp, warp + 32, is_in);
        return is_in(input[i]) ? 100 * size + std::count_if(warp, warp + i % 32, is_in) : -1;
      });
  experiment.run(
      "lanes with the same last digit", [&] { sums_by_digit<<<blocks, kBlock>>>(in, out); },
      [&](int i) {
        const auto warp = input.begin() + i / 32 * 32;
        return std::accumulate(warp, warp + 32, 0, [&](int sum, int x) {
          return x % 10 == input[i] % 10 ? sum + x : sum;
        });
      });
  ok &= experiment.finish();

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(ok);
}
