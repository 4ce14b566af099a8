// Chapter 11 · first_cluster
//
// Two blocks of a cluster, each of which reads a variable in the other one's shared memory.
#include <cooperative_groups.h>

#include <cstdio>

__device__ int received[2];

__global__ void __cluster_dims__(2) exchange() {
  __shared__ int mine;
  const auto cluster = cooperative_groups::this_cluster();
  const int rank = cluster.block_rank();  // 0 or 1
  mine = 10 + rank;
  cluster.sync();  // both blocks have begun, and written
  received[rank] = *cluster.map_shared_rank(&mine, 1 - rank);
  cluster.sync();  // neither ends while the other one may still read
}

int main() {
  int has_clusters = 0;
  cudaDeviceGetAttribute(&has_clusters, cudaDevAttrClusterLaunch, 0);
  if (!has_clusters) {
    std::printf("skipped: no GPU of compute capability 9.0 or newer\n");
    return 77;
  }
  exchange<<<2, 1>>>();
  int got[2] = {};
  cudaMemcpyFromSymbol(got, received, sizeof got);  // waits for the kernel
  std::printf("block 0 has read %d, block 1 %d; CUDA says: %s\n", got[0], got[1],
              cudaGetErrorString(cudaGetLastError()));
  if (got[0] != 11 || got[1] != 10) return 1;
  std::printf("PASS\n");
}
