// Each warp, of whatever block, waits by shuffles and votes until the one with the next ticket before it is done.
// prints: 48 of 48
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kBlocks = 12, kWarps = 4;

__device__ unsigned next_ticket;

__global__ void in_turn(volatile int* done) {
  const unsigned lane = threadIdx.x % 32;
  unsigned ticket = 0;
  if (lane == 0) ticket = atomicAdd(&next_ticket, 1u);
  ticket = __shfl_sync(0xffffffffu, ticket, 0);
  if (ticket > 0) {
    int before = 0;
    while (!__any_sync(0xffffffffu, before)) {
      if (lane == 0) before = done[ticket - 1];
    }
  }
  __syncwarp();
  if (lane == 0) {
    __threadfence();
    done[ticket] = 1;
  }
}

int main() {
  constexpr int kAll = kBlocks * kWarps;
  int *done, host[kAll];
  cudaMalloc(&done, sizeof(host));
  cudaMemset(done, 0, sizeof(host));
  in_turn<<<kBlocks, kWarps * 32>>>(done);
  const cudaError_t error = cudaMemcpy(host, done, sizeof(host), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  int sum = 0;
  for (const int one : host) sum += one;
  std::printf("%d of %d\n", sum, kAll);
  cudaFree(done);
}
