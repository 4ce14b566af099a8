// A lock in shared memory: who has it changes several variables, which are not atomic.
// prints: 16 136 16
#include <cuda_runtime.h>

#include <cstdio>

struct Statistics {
  int count, sum, largest;
};

__device__ void lock(int* mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
  __threadfence_block();
}

__device__ void unlock(int* mutex) {
  __threadfence_block();
  atomicExch(mutex, 0);
}

__global__ void collect(Statistics* out) {
  __shared__ int mutex;
  __shared__ Statistics all;
  if (threadIdx.x == 0) {
    mutex = 0;
    all = {0, 0, 0};
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0) {  // one lane of each warp
    const int value = static_cast<int>(threadIdx.x) / 32 + 1;
    lock(&mutex);
    ++all.count;
    all.sum += value;
    if (value > all.largest) all.largest = value;
    unlock(&mutex);
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = all;
}

int main() {
  Statistics *out, host;
  cudaMalloc(&out, sizeof host);
  collect<<<1, 512>>>(out);
  cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", host.count, host.sum, host.largest);
  cudaFree(out);
}
