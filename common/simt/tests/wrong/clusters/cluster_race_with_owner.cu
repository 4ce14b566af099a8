// The owner of the memory writes; a neighbour in its cluster, which finds the race, reads.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4, 1, 1) shift(int* out) {
  __shared__ int cells[128];
  const cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x, rank = cluster.block_rank();
  cells[t] = t;
  cluster.sync();
  const int* const before = cluster.map_shared_rank(cells, (rank + 3) % 4);
  const int left = t > 0 ? cells[t - 1] : before[127];  // @read
  __syncthreads();
  cells[t] += left;  // @write
  cluster.sync();
  out[blockIdx.x * 128 + t] = cells[t];
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 4 * 128 * sizeof(int));
  shift<<<4, 128>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}

// expect: race on shared memory: two threads use byte 508 of cells
// expect: write
// expect: @write by thread (127,0,0) of block (3,0,0)
// expect: read
// expect: @read by thread (0,0,0) of block (0,0,0)
// expect: they are in different blocks
