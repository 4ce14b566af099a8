// A tile is sent to another block of the cluster as the threads have written it, without a proxy fence.
// expect: simt: a bulk copy reads shared memory that has been written without a proxy fence
// expect: @copy
// expect: @write by thread
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cuda/ptx>

#include <cstdint>

namespace cg = cooperative_groups;
using namespace cuda::ptx;

constexpr int kTile = 64, kBlocks = 4;

__global__ void __cluster_dims__(kBlocks, 1, 1) rotate(int* out) {
  __shared__ alignas(16) int mine[kTile], others[kTile];
  __shared__ std::uint64_t full;
  const auto cluster = cg::this_cluster();
  mine[threadIdx.x] = static_cast<int>(blockIdx.x * kTile + threadIdx.x);  // @write
  if (threadIdx.x == 0) {
    mbarrier_init(&full, 1);
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full, sizeof others);
  }
  cluster.sync();
  if (threadIdx.x == 0) {
    const unsigned next = (cluster.block_rank() + 1) % kBlocks;
    int* const to = cluster.map_shared_rank(others, next);
    std::uint64_t* const barrier = cluster.map_shared_rank(&full, next);
    cp_async_bulk(space_cluster, space_shared, to, mine, sizeof mine, barrier);  // @copy
  }
  while (!mbarrier_try_wait_parity(&full, 0)) {
  }
  out[blockIdx.x * kTile + threadIdx.x] = others[threadIdx.x];
  cluster.sync();
}

int main() {
  int* out;
  cudaMalloc(&out, kTile * kBlocks * sizeof(int));
  rotate<<<kBlocks, kTile>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
