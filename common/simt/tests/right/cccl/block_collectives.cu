// A block loads, sorts, adds up and scans with CUB, whose shared memory one variable holds in turn.
// supports: <cub/cub.cuh>: BlockLoad, BlockStore, BlockReduce, BlockScan, BlockRadixSort, WarpReduce, WarpScan
// prints: sorted 1 sums 1 total 32640 warps 1
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

#include <cstdio>

constexpr int kBlock = 64, kItems = 4, kAll = kBlock * kItems;

__global__ void sort_and_scan(const int* in, int* sorted, int* sums, int* total) {
  using Load = cub::BlockLoad<int, kBlock, kItems, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, kBlock, kItems, cub::BLOCK_STORE_DIRECT>;
  using Sort = cub::BlockRadixSort<int, kBlock, kItems>;
  using Scan = cub::BlockScan<int, kBlock>;
  using Reduce = cub::BlockReduce<int, kBlock>;
  __shared__ union {
    Load::TempStorage load;
    Sort::TempStorage sort;
    Scan::TempStorage scan;
    Reduce::TempStorage reduce;
  } shared;

  int items[kItems];
  Load(shared.load).Load(in, items);
  __syncthreads();
  Sort(shared.sort).Sort(items);
  Store().Store(sorted, items);
  __syncthreads();
  int before[kItems];
  Scan(shared.scan).ExclusiveSum(items, before);
  Store().Store(sums, before);
  __syncthreads();
  const int sum = Reduce(shared.reduce).Sum(items);
  if (threadIdx.x == 0) *total = sum;
}

// Each warp has its own part of shared memory.
__global__ void warps(const int* in, int* sums, int* scans) {
  using Reduce = cub::WarpReduce<int>;
  using Scan = cub::WarpScan<int>;
  __shared__ Reduce::TempStorage for_sums[2];
  __shared__ Scan::TempStorage for_scans[2];
  const unsigned warp = threadIdx.x / 32;
  const int sum = Reduce(for_sums[warp]).Sum(in[threadIdx.x]);
  if (threadIdx.x % 32 == 0) sums[warp] = sum;
  Scan(for_scans[warp]).InclusiveSum(in[threadIdx.x], scans[threadIdx.x]);
}

int main() {
  int *in, *sorted, *sums, *total;
  cudaMallocManaged(&in, kAll * sizeof(int));
  cudaMallocManaged(&sorted, kAll * sizeof(int));
  cudaMallocManaged(&sums, kAll * sizeof(int));
  cudaMallocManaged(&total, 2 * sizeof(int));
  for (int i = 0; i < kAll; ++i) in[i] = i * 77 % kAll;  // 77 and 256 have no common factor
  sort_and_scan<<<1, kBlock>>>(in, sorted, sums, total);
  cudaDeviceSynchronize();
  bool is_sorted = true, are_sums = true;
  for (int i = 0; i < kAll; ++i) {
    is_sorted &= sorted[i] == i;
    are_sums &= sums[i] == i * (i - 1) / 2;
  }
  std::printf("sorted %d sums %d total %d", is_sorted, are_sums, *total);

  warps<<<1, kBlock>>>(sorted, total, sums);
  cudaDeviceSynchronize();
  bool are_right = total[0] == 496 && total[1] == 1520;
  for (int i = 0; i < 32; ++i) are_right &= sums[i] == i * (i + 1) / 2;
  std::printf(" warps %d\n", are_right);
  cudaFree(in), cudaFree(sorted), cudaFree(sums), cudaFree(total);
}
