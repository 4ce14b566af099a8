// The threads of a block use the memory of another one together: what orders them is what would in their own.
// prints: sums 8128 24512
// prints: counted 128 128
// prints: rotated OK
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

/// Sums by halves, in the other block's memory.
__global__ void __cluster_dims__(2) sum(const int* in, int* out) {
  __shared__ int part[128];
  const cg::cluster_group cluster = cg::this_cluster();
  const int t = threadIdx.x;
  cluster.sync();
  int* const far = cluster.map_shared_rank(part, cluster.block_rank() ^ 1);
  far[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (int half = 64; half >= 32; half /= 2) {
    if (t < half) far[t] += far[t + half];
    __syncthreads();
  }
  for (int half = 16; half > 0 && t < 32; half /= 2) {
    const int other = far[t + half];
    __syncwarp();
    far[t] += other;
    __syncwarp();
  }
  if (t == 0) out[blockIdx.x] = far[0];
  cluster.sync();
}

/// A lock and what it guards are in the memory of rank 0; the threads of rank 1 take it.
__global__ void __cluster_dims__(2) count(int* out) {
  __shared__ int lock, counted;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) lock = counted = 0;
  cluster.sync();
  if (cluster.block_rank() == 1) {
    int* const far_lock = cluster.map_shared_rank(&lock, 0);
    int* const far_counted = cluster.map_shared_rank(&counted, 0);
    for (bool done = false; !done;) {
      if (atomicCAS(far_lock, 0, 1) == 0) {
        __threadfence();
        *far_counted += 1;
        __threadfence();
        atomicExch(far_lock, 0);
        done = true;
      }
    }
  }
  cluster.sync();
  if (threadIdx.x == 0) out[blockIdx.x] = *cluster.map_shared_rank(&counted, 0);
  cluster.sync();
}

/// Several rounds, each of which writes and reads the same places.
__global__ void __cluster_dims__(2) rotate(int* data, int rounds) {
  __shared__ int ring[96];
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  int* const far = cluster.map_shared_rank(ring, cluster.block_rank() ^ 1);
  const int i = blockIdx.x * 96 + threadIdx.x;
  for (int k = 0; k < rounds; ++k) {
    far[threadIdx.x] = data[i];
    __syncthreads();
    data[i] = far[(threadIdx.x + 1) % 96];
    __syncthreads();
  }
  cluster.sync();
}

int main() {
  int *in, *out, host[256];
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, 2 * sizeof(int));
  for (int i = 0; i < 256; ++i) host[i] = i;
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);

  int sums[2];
  sum<<<2, 128>>>(in, out);
  cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
  std::printf("sums %d %d\n", sums[0], sums[1]);
  count<<<2, 128>>>(out);
  cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
  std::printf("counted %d %d\n", sums[0], sums[1]);

  rotate<<<2, 96>>>(in, 5);
  cudaMemcpy(host, in, sizeof host, cudaMemcpyDeviceToHost);
  bool right = true;
  for (int i = 0; i < 192; ++i) right = right && host[i] == i / 96 * 96 + (i % 96 + 5) % 96;
  std::printf("rotated %s\n", right ? "OK" : "wrong");
  cudaFree(in);
  cudaFree(out);
}
