// Relaxed flags, and fences that give the order: all lanes of a warp leave something, one tells, and one of the
// other warp looks for all of its warp.
// prints: 528
#include <cuda_runtime.h>
#include <cuda/atomic>

#include <cstdio>

__global__ void pass_on(int* out) {
  __shared__ int values[32];
  __shared__ int told;
  const int lane = threadIdx.x % 32;
  cuda::atomic_ref<int, cuda::thread_scope_block> flag(told);
  if (threadIdx.x == 0) flag.store(0, cuda::memory_order_relaxed);
  __syncthreads();
  if (threadIdx.x < 32) {
    values[lane] = lane + 1;
    __syncwarp();
    if (lane == 31) {
      cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_block);
      flag.store(1, cuda::memory_order_relaxed);
    }
  } else {
    if (lane == 5) {
      while (flag.load(cuda::memory_order_relaxed) == 0) {
      }
      cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_block);
    }
    __syncwarp();
    const int sum = __reduce_add_sync(0xffffffffu, values[31 - lane]);
    if (lane == 0) *out = sum;
  }
}

int main() {
  int *out, host;
  cudaMalloc(&out, sizeof host);
  pass_on<<<1, 64>>>(out);
  cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host);
  cudaFree(out);
}
