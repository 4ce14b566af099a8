// Each block expects the half that it loads itself, and gets the other one, too: it goes on before that has come.
// expect: simt: race on shared memory
// expect: @read
// expect: @copy by thread (0,0,0)
// expect: they are in different blocks
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cuda/ptx>

#include <cstdint>

namespace cg = cooperative_groups;
using namespace cuda::ptx;

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
    mbarrier_init(&full, 1);
    fence_mbarrier_init(sem_release, scope_cluster);
  }
  cluster.sync();
  int sum = 0;
  for (int i = 0; i < kTiles; ++i) {
    if (threadIdx.x == 0) {
      constexpr unsigned bytes = sizeof tile / 2;
      mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full, bytes);
      copy_to_both(tile + rank * kHalf, values + (2 * i + rank) * kHalf, kHalf * sizeof(int),
                   &full);
    }
    while (!mbarrier_try_wait_parity(&full, i % 2)) {
    }
    sum += tile[threadIdx.x];  // @read
    cluster.sync();            // nobody reads any more, in either block
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
