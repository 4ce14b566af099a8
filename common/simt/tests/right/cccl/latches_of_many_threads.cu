// Threads that poll a word of shared memory wait for others of their own block: those run next, and nothing sleeps.
// prints: 0 4
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/latch>
#include <new>

using Latch = cuda::latch<cuda::thread_scope_block>;
constexpr int kRounds = 4;

__global__ void reverse(int* wrong, int* rounds) {
  __shared__ alignas(Latch) unsigned char memory[kRounds][sizeof(Latch)];
  __shared__ int places[kRounds][1024];
  if (threadIdx.x < kRounds) new (memory[threadIdx.x]) Latch(blockDim.x);
  __syncthreads();
  const int other = blockDim.x - 1 - threadIdx.x;
  for (int round = 0; round < kRounds; ++round) {
    places[round][threadIdx.x] = threadIdx.x + round;
    reinterpret_cast<Latch*>(memory[round])->arrive_and_wait();
    if (places[round][other] != other + round) atomicAdd(wrong, 1);
  }
  if (threadIdx.x == 0) rounds[blockIdx.x] = kRounds;
}

int main() {
  constexpr int kBlocks = 8;
  int *wrong, *rounds, host[1 + kBlocks];
  cudaMalloc(&wrong, sizeof host);
  cudaMemset(wrong, 0, sizeof host);
  rounds = wrong + 1;
  reverse<<<kBlocks, 1024>>>(wrong, rounds);
  cudaMemcpy(host, wrong, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[kBlocks]);
  cudaFree(wrong);
}
