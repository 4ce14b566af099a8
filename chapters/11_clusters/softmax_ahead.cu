// Chapter 11 · softmax_ahead
//
// Two more ways to read each row of cluster_softmax only once. A block keeps its row in registers and shared
// memory together. And a cluster goes from row to row, and loads the next one while it works.
//
//   softmax_ahead [--size N]        as cluster_softmax
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include "softmax.cuh"
#include "tutorial/cluster.cuh"

namespace cg = cooperative_groups;

constexpr int kHeld = 8;  // float4 that a thread keeps in registers, in one_block

// A block per row, if it is not too long: half of the row in registers, half in shared memory.
__global__ void __launch_bounds__(kBlock) one_block(const float4* in, float4* out, int n4) {
  extern __shared__ float4 row[];
  in += static_cast<long long>(blockIdx.x) * n4, out += static_cast<long long>(blockIdx.x) * n4;
  float4 held[kHeld];
  Sum a;
#pragma unroll
  for (int k = 0; k < kHeld; ++k) {
    held[k] = in[k * kBlock + threadIdx.x];
    const float4 v = row[k * kBlock + threadIdx.x] = in[(kHeld + k) * kBlock + threadIdx.x];
    const float max = fmaxf(max_of(held[k]), max_of(v));
    a = combine(a, {max, sum_of(exp_of(held[k], max)) + sum_of(exp_of(v, max))});
  }
  a = of_block(a);
  const float factor = 1 / a.sum;
#pragma unroll
  for (int k = 0; k < kHeld; ++k) {
    const int i = k * kBlock + threadIdx.x;
    out[i] = times(exp_of(held[k], a.max), factor);
    out[kHeld * kBlock + i] = times(exp_of(row[i], a.max), factor);
  }
}

// A cluster per row, row after row: each block keeps its part of the row in shared memory, where the
// next row's part arrives meanwhile. Only the blocks' sums, two floats each, go from block to block.
__global__ void __launch_bounds__(kBlock)
    one_pass(const float4* in, float4* out, int n4, int rows) {
  extern __shared__ float4 memory[];
  __shared__ Sum sums[2][16];
  const cg::cluster_group cluster = cg::this_cluster();
  const cg::thread_block block = cg::this_thread_block();
  const int size = static_cast<int>(cluster.num_blocks()), rank = cluster.block_rank(),
            part = n4 / size;
  const int step = gridDim.x / size;  // clusters
  const auto place_of = [&](int row) { return static_cast<long long>(row) * n4 + rank * part; };
  const auto fetch = [&](int row, int buffer) {  // returns before the values are there
    if (row >= rows) return;
    cg::memcpy_async(block, memory + buffer * part, in + place_of(row), part * sizeof(float4));
  };
  fetch(blockIdx.x / size, 0);
  cluster.sync();  // all blocks have begun
  int buffer = 0;
  for (int row = blockIdx.x / size; row < rows; row += step, buffer ^= 1) {
    cg::wait(block);  // for the fetch, and for all threads of the block
    float4* const values = memory + buffer * part;
    Sum a;
    for (int i = threadIdx.x; i < part; i += kBlock) a.max = fmaxf(a.max, max_of(values[i]));
    const float max = of_block(a).max;
    a = {max, 0};
    for (int i = threadIdx.x; i < part; i += kBlock) {
      values[i] = exp_of(values[i], max);
      a.sum += sum_of(values[i]);
    }
    a = of_block(a);
    if (static_cast<int>(threadIdx.x) < size)
      cluster.map_shared_rank(sums[buffer], threadIdx.x)[rank] = a;
    cluster.barrier_arrive();
    fetch(row + step, buffer ^ 1);
    cluster.barrier_wait();  // all blocks' sums have arrived
    a = of_warp(static_cast<int>(threadIdx.x % 32) < size ? sums[buffer][threadIdx.x % 32] : Sum());
    const float factor = __expf(max - a.max) / a.sum;
    for (int i = threadIdx.x; i < part; i += kBlock) {
      out[place_of(row) + i] = times(values[i], factor);
    }
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv,
                        "Softmax of long rows, in one block or with the next row ahead.");
  require_compute_capability(9, 0);
  const int most = most_shared();
  const auto ways = [&](const auto& run, const float4* in, float4* out, int rows, int n4) {
    run("two passes", [&] { two_passes<<<rows, kBlock>>>(in, out, n4); });
    const int held = kHeld * kBlock * sizeof(float4);
    if (n4 == 2 * kHeld * kBlock) {
      CHECK(cudaFuncSetAttribute(one_block, cudaFuncAttributeMaxDynamicSharedMemorySize, held));
      run("one block: registers, shared", [&] { one_block<<<rows, kBlock, held>>>(in, out, n4); });
    }
    for (const int size : {2, 4, 8, 16}) {
      const int shared = 2 * n4 / size * static_cast<int>(sizeof(float4));
      if (shared > most) continue;  // two parts of a row do not fit into a block's shared memory
      const int grid = std::min(active_clusters(size, kBlock, shared, one_pass), rows) * size;
      run("a cluster of " + std::to_string(size),
          [&] { launch_in_clusters(size, grid, kBlock, shared, one_pass, in, out, n4, rows); });
    }
  };
  return verdict(compare_softmax(options, ways));
}
