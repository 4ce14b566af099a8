// Clusters by the intrinsics alone: each block reads a word of the next one in its cluster.
// prints: 1 0 3 2
// prints: 2 2 1
#include <cuda_runtime.h>

#include <cstdio>

__global__ void __cluster_dims__(2, 1, 1) exchange(int* out, int* shape) {
  __shared__ int own;
  if (threadIdx.x == 0) own = static_cast<int>(blockIdx.x);
  __cluster_barrier_arrive();
  const unsigned rank = __clusterRelativeBlockRank();
  __cluster_barrier_wait();
  const void* const other = __cluster_map_shared_rank(&own, (rank + 1) % __clusterSizeInBlocks());
  if (threadIdx.x == 0) out[blockIdx.x] = *static_cast<const int*>(other);
  __cluster_barrier_arrive_relaxed();
  if (blockIdx.x == 3 && threadIdx.x == 0) {
    shape[0] = static_cast<int>(__clusterDim().x);
    shape[1] = static_cast<int>(__clusterGridDimInClusters().x);
    shape[2] = static_cast<int>(__clusterIdx().x);
  }
  __cluster_barrier_wait();
}

int main() {
  int *out, host[7];
  cudaMalloc(&out, sizeof(host));
  exchange<<<4, 32>>>(out, out + 4);
  const cudaError_t error = cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  std::printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
  std::printf("%d %d %d\n", host[4], host[5], host[6]);
  cudaFree(out);
}
