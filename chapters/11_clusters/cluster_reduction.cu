// Chapter 11 · cluster_reduction
//
// The sums of a few long rows. A block per row leaves most multiprocessors idle, and with several
// blocks per row somebody has to add up their sums: atomics, a second kernel, or a cluster, which makes
// one value of them before anything leaves the multiprocessors.
//
//   cluster_reduction [--size N] [--rows R]
//                       R rows of N floats, default 8 of 5000 on the CPU backend, 32 of 2^22 on a GPU
#include <cooperative_groups.h>

#include "tutorial.cuh"
#include "tutorial/cluster.cuh"

namespace cg = cooperative_groups;

constexpr int kBlock = 512;
constexpr int kLoads = 4;  // float4 in flight per thread

__device__ float sum_of_warp(float sum) {
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(~0u, sum, offset);
  return sum;
}

// The result is thread 0's (chapter 06).
__device__ float sum_of_block(float sum) {
  __shared__ float sums[kBlock / 32];
  sum = sum_of_warp(sum);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) sum = sum_of_warp(threadIdx.x < kBlock / 32 ? sums[threadIdx.x] : 0);
  return sum;
}

// Block `part` of `parts` adds up its share of the row. n is a multiple of 4.
__device__ float sum_of_part(const float* row, int n, int part, int parts) {
  const auto* row4 = reinterpret_cast<const float4*>(row);
  const int n4 = n / 4, step = kBlock * kLoads;
  float sum = 0;
  for (int i = part * step + threadIdx.x; i < n4; i += parts * step) {
    float4 v[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      v[k] = i + k * kBlock < n4 ? row4[i + k * kBlock] : make_float4(0, 0, 0, 0);
    }
#pragma unroll
    for (int k = 0; k < kLoads; ++k) sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
  }
  return sum_of_block(sum);
}

// The grid has a row of blocks for each row of the input. Each block's sum goes to an array.
__global__ void __launch_bounds__(kBlock) sum_per_block(const float* in, float* sums, int n) {
  const float sum =
      sum_of_part(in + static_cast<long long>(blockIdx.y) * n, n, blockIdx.x, gridDim.x);
  if (threadIdx.x == 0) sums[blockIdx.y * gridDim.x + blockIdx.x] = sum;
}

// The second kernel: a warp per row.
__global__ void add_up(const float* sums, float* out, int parts) {
  float sum = 0;
  for (int k = threadIdx.x; k < parts; k += 32) sum += sums[blockIdx.x * parts + k];
  sum = sum_of_warp(sum);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// Each block adds its sum to the row's, which has to be 0 before. The order is a matter of chance.
__global__ void __launch_bounds__(kBlock) add_atomically(const float* in, float* out, int n) {
  const float sum =
      sum_of_part(in + static_cast<long long>(blockIdx.y) * n, n, blockIdx.x, gridDim.x);
  if (threadIdx.x == 0) atomicAdd(&out[blockIdx.y], sum);
}

// The blocks of a row are a cluster: each puts its sum into the memory of rank 0, which adds them up,
// always in the same order.
__global__ void __launch_bounds__(kBlock) sum_per_cluster(const float* in, float* out, int n) {
  __shared__ float sums[16];
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.barrier_arrive();  // the others may write to this block's memory
  const int rank = cluster.block_rank(), size = cluster.num_blocks();
  float sum = sum_of_part(in + static_cast<long long>(blockIdx.y) * n, n, rank, size);
  cluster.barrier_wait();  // all began long ago
  if (threadIdx.x == 0) cluster.map_shared_rank(sums, 0)[rank] = sum;
  cluster.sync();
  if (rank != 0 || threadIdx.x >= 32) return;
  sum = sum_of_warp(static_cast<int>(threadIdx.x) < size ? sums[threadIdx.x] : 0);
  if (threadIdx.x == 0) out[blockIdx.y] = sum;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "The sums of a few long rows.",
                        {{.name = "rows",
                          .fallback = kCountsInsteadOfTimes ? 8 : 32,
                          .min = 1,
                          .max = 1024,
                          .help = "rows"}});
  const int rows = static_cast<int>(options["rows"]);
  require_compute_capability(9, 0);
  const int given = options.size({.cpu = 5000, .gpu = 1 << 22, .bytes_per_element = 4u * rows});
  const int n = (given + 3) / 4 * 4;  // whole float4
  const std::size_t all = static_cast<std::size_t>(rows) * n;
  const std::vector<int> numbers = random_ints(all, -8, 8);  // so all sums are exact
  const std::vector<float> input(numbers.begin(), numbers.end());
  std::vector<float> expected(rows);
  for (std::size_t i = 0; i < all; ++i) expected[i / n] += input[i];
  float *in = nullptr, *sums = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, all * sizeof(float)));
  CHECK(cudaMalloc(&sums, 64 * rows * sizeof(float)));
  CHECK(cudaMalloc(&out, rows * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), all * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment("Sums of rows of " + std::to_string(n), out, rows, 4.0 * all);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  experiment.show_count("stored", "%.0f", &Counters::global_store_requests);
  experiment.show_count("global atomics", "%.0f", &Counters::global_atomic_requests);
  experiment.show_count("remote requests", "%.0f", &Counters::distributed_requests);
  for (const int blocks : {1, 4, 16, 64}) {
    const std::string each = std::to_string(blocks) + (blocks == 1 ? " block" : " blocks");
    const dim3 grid(blocks, rows);
    experiment.run(
        each + ", two kernels",
        [&] {
          sum_per_block<<<grid, kBlock>>>(in, sums, n);
          add_up<<<rows, 32>>>(sums, out, blocks);
        },
        expected);
    experiment.run(
        each + ", atomics",
        [&] {
          CHECK(cudaMemsetAsync(out, 0, rows * sizeof(float)));
          add_atomically<<<grid, kBlock>>>(in, out, n);
        },
        expected);
  }
  for (const int size : {1, 2, 4, 8, 16}) {
    experiment.run(
        "a cluster of " + std::to_string(size),
        [&] {
          launch_in_clusters(size, dim3(size, rows), kBlock, 0, sum_per_cluster,
                             static_cast<const float*>(in), out, n);
        },
        expected);
  }
  CHECK(cudaFree(in));
  CHECK(cudaFree(sums));
  CHECK(cudaFree(out));
  return experiment.report();
}
