// A lock that is looked at before it is tried: the look may be stale, the compare-and-swap decides.
// prints: 48 48
#include <cuda_runtime.h>

#include <cstdio>

__device__ void acquire(int* lock) {
  if (*lock == 0 && atomicCAS(lock, 0, 1) == 0) return;
  while (atomicCAS(lock, 0, 1) != 0) __nanosleep(100);
}

__global__ void count(int* lock, int* sums) {
  if (threadIdx.x != 0) return;
  acquire(lock);
  __threadfence();
  sums[0] += 1;
  sums[1] += 1;
  __threadfence();
  atomicExch(lock, 0);
}

int main() {
  int *lock, *sums, out[2];
  cudaMalloc(&lock, sizeof(int));
  cudaMalloc(&sums, sizeof(out));
  cudaMemset(lock, 0, sizeof(int));
  cudaMemset(sums, 0, sizeof(out));
  count<<<48, 32>>>(lock, sums);
  cudaMemcpy(out, sums, sizeof(out), cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", out[0], out[1]);
  cudaFree(lock);
  cudaFree(sums);
}
