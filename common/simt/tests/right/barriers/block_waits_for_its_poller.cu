// The threads of a block wait for a flag of their own, which one of them sets when the host lets it: for a while the block
// repeats itself, and it is no endless loop.
// prints: 64
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <thread>

__global__ void wait_for_host(volatile int* go, int* passed) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 40) {
    while (*go == 0) {
    }
    __threadfence_block();
    flag = 1;
  } else {
    while (flag == 0) {
    }
    __threadfence_block();
  }
  atomicAdd(passed, 1);
}

int main() {
  int *go, *passed, count = 0;
  cudaMallocHost(&go, sizeof *go);
  *go = 0;
  cudaMalloc(&passed, sizeof *passed);
  cudaMemset(passed, 0, sizeof *passed);
  wait_for_host<<<1, 64>>>(go, passed);
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  *static_cast<volatile int*>(go) = 1;
  cudaMemcpy(&count, passed, sizeof count, cudaMemcpyDeviceToHost);
  std::printf("%d\n", count);
  cudaFree(passed);
  cudaFreeHost(go);
}
