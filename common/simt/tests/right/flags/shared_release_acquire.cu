// One warp fills a row, and tells the next warp by an atomic flag: store with release, load with acquire.
// prints: 1456
#include <cuda_runtime.h>
#include <cuda/atomic>

#include <cstdio>

__global__ void relay(int* out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> filled[4];
  __shared__ int row[32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x < 4) filled[threadIdx.x].store(0, cuda::memory_order_relaxed);
  __syncthreads();
  if (warp > 0) {
    while (filled[warp - 1].load(cuda::memory_order_acquire) == 0) {
    }
  }
  const int before = warp > 0 ? row[31 - lane] : lane;
  __syncwarp();
  row[lane] = before + 10 * (warp > 0);
  __syncwarp();
  if (lane == 0) filled[warp].store(1, cuda::memory_order_release);
  if (warp == 3) {
    int sum = row[lane];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (lane == 0) *out = sum;
  }
}

int main() {
  int *out, host;
  cudaMalloc(&out, sizeof host);
  relay<<<1, 128>>>(out);
  cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host);
  cudaFree(out);
}
