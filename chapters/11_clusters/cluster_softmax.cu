// Chapter 11 · cluster_softmax
//
// Softmax of long rows: e^(x - max) / sum of all e^(x - max). The maximum and the sum need the whole
// row before the first result is known. Rows of 2^16 to 2^18 floats are larger than a block's shared
// memory, but not than a cluster's.
//
//   cluster_softmax [--size N]      N floats in all, default 2^15 in rows of 2^13 on the CPU backend,
//                                   2^25 in rows of 2^16, 2^17 and 2^18 on a GPU
#include <cooperative_groups.h>

#include "softmax.cuh"
#include "tutorial/cluster.cuh"

namespace cg = cooperative_groups;

constexpr int kPart = kBlock / 2;  // threads for a part of a row

// A block per row, by the formula: the maximum, the sum, the results. Three reads.
__global__ void __launch_bounds__(kBlock) three_passes(const float4* in, float4* out, int n4) {
  in += static_cast<long long>(blockIdx.x) * n4, out += static_cast<long long>(blockIdx.x) * n4;
  Sum a;
  for (int i = threadIdx.x; i < n4; i += kBlock) a.max = fmaxf(a.max, max_of(in[i]));
  const float max = of_block(a).max;
  a = {max, 0};
  for (int i = threadIdx.x; i < n4; i += kBlock) a.sum += sum_of(exp_of(in[i], max));
  const float factor = 1 / of_block(a).sum;
  for (int i = threadIdx.x; i < n4; i += kBlock) out[i] = times(exp_of(in[i], max), factor);
}

// A cluster per row: each block keeps its part of the row in shared memory. Only the blocks' sums, two
// floats each, go from block to block.
__global__ void __launch_bounds__(kPart) one_pass(const float4* in, float4* out, int n4) {
  extern __shared__ float4 part[];
  __shared__ Sum sums[16];
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.barrier_arrive();  // this block has begun
  const int size = cluster.num_blocks(), rank = cluster.block_rank(), count = n4 / size;
  in += static_cast<long long>(blockIdx.x) * count,
      out += static_cast<long long>(blockIdx.x) * count;
  Sum a;
#pragma unroll 4
  for (int i = threadIdx.x; i < count; i += kPart) {
    part[i] = in[i];
    a.max = fmaxf(a.max, max_of(part[i]));
  }
  const float max = of_block(a).max;  // of this block
  a = {max, 0};
  for (int i = threadIdx.x; i < count; i += kPart) {
    part[i] = exp_of(part[i], max);
    a.sum += sum_of(part[i]);
  }
  a = of_block(a);
  cluster.barrier_wait();  // all blocks began long ago
  const int t = threadIdx.x;
  if (t < size) cluster.map_shared_rank(sums, t)[rank] = a;
  cluster.sync();  // the sums of all blocks have arrived; nothing remote follows
  a = of_warp(t % 32 < size ? sums[t % 32] : Sum());
  const float factor = __expf(max - a.max) / a.sum;
  for (int i = t; i < count; i += kPart) out[i] = times(part[i], factor);
}

int main(int argc, char** argv) {
  const Options options(argc, argv,
                        "Softmax of rows that are longer than a block's shared memory.");
  require_compute_capability(9, 0);
  const int most = most_shared();
  const auto ways = [&](const auto& run, const float4* in, float4* out, int rows, int n4) {
    run("three passes", [&] { three_passes<<<rows, kBlock>>>(in, out, n4); });
    run("two passes", [&] { two_passes<<<rows, kBlock>>>(in, out, n4); });
    run("two passes, back and forth", [&] { two_passes<true><<<rows, kBlock>>>(in, out, n4); });
    // With so much shared memory, which it does not use, a block is alone on a multiprocessor.
    CHECK(
        cudaFuncSetAttribute(two_passes<true>, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
    run("the same, blocks alone", [&] { two_passes<true><<<rows, kBlock, most>>>(in, out, n4); });
    for (const int size : {2, 4, 8, 16}) {
      const int shared = n4 / size * static_cast<int>(sizeof(float4));
      if (shared > most) continue;  // a part of the row does not fit into a block's shared memory
      run("a cluster of " + std::to_string(size),
          [&] { launch_in_clusters(size, rows * size, kPart, shared, one_pass, in, out, n4); });
    }
  };
  return verdict(compare_softmax(options, ways));
}
