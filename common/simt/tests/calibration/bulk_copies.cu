// Bulk copies, one kind in each kernel, beside as little as possible: to learn what Nsight Compute counts for them. The
// model adds nothing to requests, sectors and bank conflicts.
//
// common/tools/gpu_report.py --csv bulk_copies.csv build/bin/calibration_bulk_copies measures them. What else there is,
// `ncu --query-metrics | grep -i -e tma -e bulk` tells.
#include <cooperative_groups.h>
#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_runtime.h>
#include <cuda/barrier>
#include <cuda/ptx>

#include <cstdint>
#include <cstdio>

namespace {

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

constexpr int kBlocks = 8, kThreads = 128, kChunk = 1024;  // numbers of a chunk

__device__ void init(std::uint64_t* barrier) {
  ptx::mbarrier_init(barrier, 1);
  ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
}
__device__ void expect(std::uint64_t* barrier, unsigned bytes) {
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, barrier,
                                 bytes);
}
__device__ void wait(std::uint64_t* barrier) {
  while (!ptx::mbarrier_try_wait_parity(barrier, 0)) {
  }
}
__device__ void store_group() {
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
}

/// What all of them have: a barrier, and a wait. With kBytes > 0, for a copy of so many bytes.
template <unsigned kBytes>
__global__ void load_chunk(const int* in) {
  __shared__ alignas(128) int chunk[kChunk];
  __shared__ std::uint64_t full;
  if (threadIdx.x == 0) {
    init(&full);
    expect(&full, kBytes);
    if constexpr (kBytes > 0) {
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, chunk, in + kChunk * blockIdx.x,
                         kBytes, &full);
    }
  }
  __syncthreads();
  wait(&full);
}

/// By libcu++: 16 bytes are promised, or 4.
template <int kAlignment>
__global__ void load_by_group(const int* in) {
  __shared__ alignas(128) int chunk[kChunk];
  __shared__ cuda::barrier<cuda::thread_scope_block> full;
  const auto block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&full, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(block, chunk, in + kChunk * blockIdx.x,
                     cuda::aligned_size_t<kAlignment>(sizeof chunk), full);
  full.arrive_and_wait();
}

/// 32 × 32 numbers; the last box of 8 has rows and columns outside.
__global__ void load_box(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(1024) int box[32 * 32];
  __shared__ std::uint64_t full;
  if (threadIdx.x == 0) {
    init(&full);
    expect(&full, sizeof box);
    const std::int32_t at[] = {static_cast<std::int32_t>(blockIdx.x % 2 * 32),
                               static_cast<std::int32_t>(blockIdx.x / 2 * 32)};
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box, &map, at, &full);
  }
  __syncthreads();
  wait(&full);
}

/// kReduces: -1 stores, 0 adds integers, 1 adds floats.
template <int kReduces>
__global__ void store_chunk(int* out) {
  __shared__ alignas(128) int chunk[kThreads];
  chunk[threadIdx.x] = 0;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x != 0) return;
  int* const to = out + (kReduces < 0 ? kThreads * blockIdx.x : 0);
  if constexpr (kReduces < 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to, chunk, sizeof chunk);
  } else if constexpr (kReduces == 0) {
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, to, chunk,
                              sizeof chunk);
  } else {
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add,
                              reinterpret_cast<float*>(to), reinterpret_cast<const float*>(chunk),
                              sizeof chunk);
  }
  store_group();
}
__global__ void store_box(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(1024) int box[32 * 32];
  for (unsigned i = threadIdx.x; i < 32 * 32; i += kThreads) box[i] = 0;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x != 0) return;
  const std::int32_t at[] = {static_cast<std::int32_t>(blockIdx.x % 2 * 32),
                             static_cast<std::int32_t>(blockIdx.x / 2 * 32)};
  ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, at, box);
  store_group();
}

/// Each block of a pair sends its chunk to the other one.
__global__ void __cluster_dims__(2, 1, 1) exchange_chunks() {
  __shared__ alignas(128) int mine[kThreads], others[kThreads];
  __shared__ std::uint64_t full;
  const auto cluster = cg::this_cluster();
  mine[threadIdx.x] = 0;
  if (threadIdx.x == 0) {
    init(&full);
    expect(&full, sizeof others);
  }
  ptx::fence_proxy_async(ptx::space_shared);
  cluster.sync();
  if (threadIdx.x == 0) {
    const unsigned other = cluster.block_rank() ^ 1;
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared,
                       cluster.map_shared_rank(others, other), mine, sizeof mine,
                       cluster.map_shared_rank(&full, other));
  }
  wait(&full);
  cluster.sync();
}

/// The first block of a pair loads a chunk for both.
__global__ void __cluster_dims__(2, 1, 1) load_for_both(const int* in) {
  __shared__ alignas(128) int chunk[kChunk];
  __shared__ std::uint64_t full;
  const auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    init(&full);
    expect(&full, sizeof chunk);
  }
  cluster.sync();
  if (threadIdx.x == 0 && cluster.block_rank() == 0) {
    const auto place = [](void* pointer) {
      return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
    };
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
        " [%0], [%1], %2, [%3], %4;" ::"r"(place(chunk)),
        "l"(in + kChunk * blockIdx.x), "r"(static_cast<unsigned>(sizeof chunk)), "r"(place(&full)),
        "h"(static_cast<unsigned short>(3))
        : "memory");
  }
  wait(&full);
  cluster.sync();
}

CUtensorMap map_of(int* matrix, CUtensorMapSwizzle swizzle) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault,
                                   &found);
  const cuuint64_t sizes[] = {60, 120}, bytes_per_row[] = {64 * sizeof(int)};
  const cuuint32_t box[] = {32, 32}, steps[] = {1, 1};
  CUtensorMap map{};
  const CUresult result = reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(function)(
      &map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, matrix, sizes, bytes_per_row, box, steps,
      CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) std::printf("no map: %d\n", static_cast<int>(result));
  return map;
}

}  // namespace

int main() {
  int* data;
  cudaMalloc(&data, kBlocks * kChunk * sizeof(int));
  cudaMemset(data, 0, kBlocks * kChunk * sizeof(int));
  load_chunk<0><<<kBlocks, kThreads>>>(data);
  load_chunk<16><<<kBlocks, kThreads>>>(data);
  load_chunk<4096><<<kBlocks, kThreads>>>(data);
  load_by_group<4><<<kBlocks, kThreads>>>(data);
  load_by_group<16><<<kBlocks, kThreads>>>(data);
  load_box<<<kBlocks, kThreads>>>(map_of(data, CU_TENSOR_MAP_SWIZZLE_NONE));
  load_box<<<kBlocks, kThreads>>>(map_of(data, CU_TENSOR_MAP_SWIZZLE_128B));
  store_chunk<-1><<<kBlocks, kThreads>>>(data);
  store_chunk<0><<<kBlocks, kThreads>>>(data);
  store_chunk<1><<<kBlocks, kThreads>>>(data);
  store_box<<<kBlocks, kThreads>>>(map_of(data, CU_TENSOR_MAP_SWIZZLE_NONE));
  store_box<<<kBlocks, kThreads>>>(map_of(data, CU_TENSOR_MAP_SWIZZLE_128B));
  exchange_chunks<<<kBlocks, kThreads>>>();
  load_for_both<<<kBlocks, kThreads>>>(data);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  cudaFree(data);
  return error == cudaSuccess ? 0 : 1;
}
