// When a block of a cluster may end: behind a barrier that follows the last use of its memory, behind a flag that says so,
// or at once if nobody uses it.
// prints: next 1 0
// prints: halves 41 40
// prints: flag 7
// prints: apart 3 10
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/atomic>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) next(int* out) {
  __shared__ int own;
  const cg::cluster_group cluster = cg::this_cluster();
  own = static_cast<int>(cluster.block_rank());
  cluster.sync();
  if (threadIdx.x == 0) out[blockIdx.x] = *cluster.map_shared_rank(&own, own ^ 1);
  cluster.sync();
  own = 5;  // its own memory is there until it ends
}

/// The last uses, then the first half of a barrier; what is done before the second one is the block's own.
__global__ void __cluster_dims__(2) halves(int* out) {
  __shared__ int own;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) own = 40 + static_cast<int>(cluster.block_rank());
  cluster.sync();
  const int other = *cluster.map_shared_rank(&own, cluster.block_rank() ^ 1);
  cluster.barrier_arrive();
  if (threadIdx.x == 0) out[blockIdx.x] = other;
  cluster.barrier_wait();
}

/// Rank 0 says by a flag in the memory of rank 1 that it has read from there.
__global__ void __cluster_dims__(2) flag(int* out) {
  __shared__ int number, done;
  const cg::cluster_group cluster = cg::this_cluster();
  number = 7;
  done = 0;
  cluster.sync();
  if (threadIdx.x != 0) return;
  if (cluster.block_rank() == 0) {
    out[0] = *cluster.map_shared_rank(&number, 1);
    const cuda::atomic_ref<int> far(*cluster.map_shared_rank(&done, 1));
    far.store(1, cuda::std::memory_order_release);
  } else {
    const cuda::atomic_ref<int> own(done);
    while (own.load(cuda::std::memory_order_acquire) == 0) {
    }
  }
}

/// All work for rank 0; the others end early.
__global__ void __cluster_dims__(4) apart(int* out) {
  __shared__ int sum, most;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) sum = most = 0;
  cluster.sync();
  const int rank = static_cast<int>(cluster.block_rank());
  if (threadIdx.x == 0) {
    atomicMax(cluster.map_shared_rank(&most, 0), rank);
    atomicAdd(cluster.map_shared_rank(&sum, 0), rank + 1);
  }
  cluster.barrier_arrive();
  cluster.barrier_wait();
  if (rank != 0) return;
  if (threadIdx.x == 0) {
    out[0] = most;
    out[1] = sum;
  }
}

int main() {
  int *out, host[2];
  cudaMalloc(&out, sizeof host);
  const auto show = [&](const char* name) {
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%s %d", name, host[0]);
    if (*name != 'f') std::printf(" %d", host[1]);
    std::printf("\n");
  };
  next<<<2, 32>>>(out);
  show("next");
  halves<<<2, 64>>>(out);
  show("halves");
  flag<<<2, 32>>>(out);
  show("flag");
  apart<<<4, 32>>>(out);
  show("apart");
  cudaFree(out);
}
