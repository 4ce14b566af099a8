// The blocks of a cluster meet in place of a wait for the barrier that the copies of both signal.
// expect: simt: read of shared memory that an asynchronous copy may still be filling
// expect: @read
// expect: @copy by thread (0,0,0)
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cuda/ptx>

#include <cstdint>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

constexpr int kHalf = 64, kTiles = 3;

// (cuda::ptx has it for sm_90a alone.)
__device__ void copy_to_both(void* to, const void* from, unsigned bytes, std::uint64_t* barrier) {
  const auto place = [](void* pointer) {
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
  };
  asm volatile(  // @copy
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
      " [%0], [%1], %2, [%3], %4;" ::"r"(place(to)),
      "l"(from), "r"(bytes), "r"(place(barrier)), "h"(static_cast<unsigned short>(3))
      : "memory");
}

__global__ void __cluster_dims__(2, 1, 1) sums(const int* values, int* out) {
  __shared__ alignas(128) int tile[2 * kHalf];
  __shared__ std::uint64_t full;
  const auto cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank();
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  cluster.sync();
  int sum = 0;
  for (int i = 0; i < kTiles; ++i) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                     sizeof tile);
      copy_to_both(tile + rank * kHalf, values + (2 * i + rank) * kHalf, kHalf * sizeof(int),
                   &full);
    }
    cluster.sync();
    sum += tile[threadIdx.x];  // @read
    while (!ptx::mbarrier_try_wait_parity(&full, i % 2)) {
    }
    cluster.sync();  // nobody reads any more, in either block
  }
  out[blockIdx.x * 2 * kHalf + threadIdx.x] = sum;
}

int main() {
  int *values, *out;
  cudaMalloc(&values, 2 * kHalf * kTiles * sizeof(int));
  cudaMalloc(&out, 4 * kHalf * sizeof(int));
  cudaMemset(values, 0, 2 * kHalf * kTiles * sizeof(int));
  sums<<<2, 2 * kHalf>>>(values, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
