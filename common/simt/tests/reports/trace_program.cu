// A launch of each kind of step, for trace_test.sh.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

// Lane 1 of the 4 in a cluster's block reads what the other block has written, two lanes meet in a bank.
__global__ void __cluster_dims__(2) exchange(const int* in, int* out) {
  __shared__ int tile[64];
  const auto cluster = cooperative_groups::this_cluster();
  const unsigned other = 1 - cluster.block_rank();
  const int t = threadIdx.x;
  tile[16 * t] = in[blockIdx.x * 4 + t];  // banks 0 and 16, twice each
  __syncthreads();
  const int got = __shfl_down_sync(0xf, tile[16 * t], 1, 2);
  cluster.sync();
  if (t == 1) out[blockIdx.x] = got + cluster.map_shared_rank(tile, other)[32];
  cluster.sync();
}

__global__ void empty() {}

__global__ void meet() {
  cooperative_groups::tiled_partition<64>(cooperative_groups::this_thread_block()).sync();
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 17 * sizeof(int));
  cudaMalloc(&out, 8 * sizeof(int));
  const int numbers[16] = {10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33, 40, 41, 42, 43};
  cudaMemcpy(in + 1, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  exchange<<<4, 4>>>(in + 1, out);  // two clusters, of which one is traced
  empty<<<1, 1>>>();
  meet<<<1, 128>>>();
  int results[4] = {};
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  std::printf("%d %d %d %d\n", results[0], results[1], results[2], results[3]);
}
