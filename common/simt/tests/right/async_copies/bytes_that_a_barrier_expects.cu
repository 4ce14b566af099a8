// Two bulk copies by one thread, for which the barrier expects as many bytes; all wait for them.
// prints: 10 12 14 640
#include <cuda_runtime.h>
#include <cuda/barrier>

#include <cstdio>
#include <utility>

#pragma nv_diag_suppress static_var_with_dynamic_init

using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kTile = 128;

__global__ void add(const int* a, const int* b, int* sum, int tiles) {
  __shared__ alignas(16) int tile_a[kTile], tile_b[kTile];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  for (int i = 0; i < tiles; ++i) {
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
      const cuda::aligned_size_t<16> bytes(sizeof tile_a);
      cuda::device::memcpy_async_tx(tile_a, a + i * kTile, bytes, barrier);
      cuda::device::memcpy_async_tx(tile_b, b + i * kTile, bytes, barrier);
      token = cuda::device::barrier_arrive_tx(barrier, 1, 2 * sizeof tile_a);
    } else {
      token = barrier.arrive();
    }
    barrier.wait(std::move(token));
    sum[i * kTile + threadIdx.x] = tile_a[threadIdx.x] + tile_b[threadIdx.x];
    __syncthreads();
  }
}

int main() {
  constexpr int kTiles = 5, kCount = kTiles * kTile;
  int host[kCount];
  for (int i = 0; i < kCount; ++i) host[i] = i;
  int *a, *sum;
  cudaMalloc(&a, (kCount + 16) * sizeof(int));
  cudaMalloc(&sum, sizeof host);
  cudaMemset(a, 0, (kCount + 16) * sizeof(int));
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  add<<<1, kTile>>>(a, a, sum, kTiles);
  cudaMemcpy(host, sum, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", host[5], host[6], host[7], host[kCount / 2]);
  cudaFree(a);
  cudaFree(sum);
}
