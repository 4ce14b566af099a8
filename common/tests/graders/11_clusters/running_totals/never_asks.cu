// It takes a cluster whose blocks have enough shared memory, and does not ask whether it can run.
// rejected by: result
// expect: where cudaOccupancyMaxActiveClusters says 0 for clusters of 1: cluster_size_for() is 1: did you ask?
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int kBlock = 512;
constexpr int kWarps = kBlock / 32;
constexpr int kMostBlocks = 16;  // of a cluster

// The numbers of a row that a block has: whole warps.
__host__ __device__ long long part_of(int columns, int size) {
  return (columns + 32LL * size - 1) / (32 * size) * 32;
}

// The sum of the values of this lane and of those before it.
__device__ int scan_warp(int value, int lane) {
  for (int offset = 1; offset < 32; offset *= 2) {
    const int before = __shfl_up_sync(~0u, value, offset);
    if (lane >= offset) value += before;
  }
  return value;
}

// A cluster has a row, a block a part of it, and a warp a piece of that. The warps compute the totals
// from the beginning of their pieces on; what comes before a piece is added when it is stored.
__global__ void __launch_bounds__(kBlock) totals_of_row(int* out, const int* in, int columns) {
  extern __shared__ int mine[];
  __shared__ int of_warps[kWarps], of_blocks[kMostBlocks];
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.barrier_arrive();  // the others may write to of_blocks
  const int size = cluster.num_blocks(), rank = cluster.block_rank();
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int part = static_cast<int>(part_of(columns, size)), first = rank * part;
  const int here = max(min(part, columns - first), 0);
  const int piece = (part / 32 + kWarps - 1) / kWarps * 32;
  const int begin = warp * piece, end = min(begin + piece, part);
  const long long row = static_cast<long long>(blockIdx.x / size) * columns + first;
  int total = 0;
#pragma unroll 4
  for (int k = begin + lane; k < end; k += 32) {
    const int value = total + scan_warp(k < here ? in[row + k] : 0, lane);
    mine[k] = value;
    total = __shfl_sync(~0u, value, 31);
  }
  if (lane == 0) of_warps[warp] = total;
  __syncthreads();
  const int of_warp = scan_warp(lane < kWarps ? of_warps[lane] : 0, lane);
  int before = warp > 0 ? __shfl_sync(~0u, of_warp, warp - 1) : 0;
  const int of_block = __shfl_sync(~0u, of_warp, kWarps - 1);
  cluster.barrier_wait();  // all of them have begun
  const int to = threadIdx.x;
  if (rank < to && to < size) cluster.map_shared_rank(of_blocks, to)[rank] = of_block;
  cluster.sync();  // the sums of the ranks before this one have come; nothing remote follows
  for (int r = 0; r < rank; ++r) before += of_blocks[r];
  for (int k = begin + lane; k < end; k += 32) {
    if (k < here) out[row + k] = before + mine[k];
  }
}

// A launch of clusters of `size` blocks. Its attribute is part of it, so it stays where it is.
struct Launch {
  Launch(int rows, int columns, int size, cudaStream_t stream) {
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {static_cast<unsigned>(size), 1, 1};
    config.gridDim = rows * size;
    config.blockDim = kBlock;
    config.dynamicSmemBytes = part_of(columns, size) * sizeof(int);
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
  }
  Launch(const Launch&) = delete;
  Launch& operator=(const Launch&) = delete;

  // What the kernel has to be allowed; an error if the device has no such memory or clusters.
  cudaError_t allow() const {
    int most = 0;
    cudaError_t error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    if (error != cudaSuccess) return error;
    if (config.dynamicSmemBytes > static_cast<std::size_t>(most)) return cudaErrorInvalidValue;
    error = cudaFuncSetAttribute(totals_of_row, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 static_cast<int>(config.dynamicSmemBytes));
    if (error != cudaSuccess || attribute.val.clusterDim.x <= 8) return error;
    return cudaFuncSetAttribute(totals_of_row, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  }

  cudaLaunchAttribute attribute = {};
  cudaLaunchConfig_t config = {};
};

// How many blocks a cluster has for rows of `columns` numbers: the smallest of 1, 2, 4, 8 and 16 for
// which cudaOccupancyMaxActiveClusters says that a cluster can run. 0 if there is none.
int cluster_size_for(int columns) {
  for (const int size : {1, 2, 4, 8, 16}) {
    const Launch launch(1, columns, size, nullptr);
    cudaFuncAttributes attributes = {};
    int most = 0;
    (void)cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    (void)cudaFuncGetAttributes(&attributes, totals_of_row);
    const bool has_room = launch.config.dynamicSmemBytes + attributes.sharedSizeBytes <=
                          static_cast<std::size_t>(most);
    if (has_room && launch.allow() == cudaSuccess) return size;
    (void)cudaGetLastError();  // it was only a question
  }
  return 0;
}

// out[row][x] = in[row][0] + … + in[row][x], by one kernel in `stream`; returns at once. `in` is read
// once and `out` is written once. The error of the launch is returned, and none is left behind:
// cudaErrorInvalidValue if no cluster has room for a row. Without rows there is nothing to do.
cudaError_t running_totals(int* out, const int* in, int rows, int columns, cudaStream_t stream) {
  if (rows == 0) return cudaSuccess;
  const int size = cluster_size_for(columns);
  if (size == 0) return cudaErrorInvalidValue;
  const Launch launch(rows, columns, size, stream);
  cudaError_t error = launch.allow();
  if (error == cudaSuccess) {
    error = cudaLaunchKernelEx(&launch.config, totals_of_row, out, in, columns);
  }
  (void)cudaGetLastError();  // it is returned
  return error;
}
