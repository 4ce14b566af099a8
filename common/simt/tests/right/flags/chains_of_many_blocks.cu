// Each of hundreds of blocks polls until the one before it is done, in many OS threads: a block that polls in vain must
// not keep the one that it waits for from its turn.
// environment: SIMT_WORKERS=16
// prints: 124750 124750 124750 124750
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kBlocks = 500;

enum class Poll { kLoad, kAtomic };

struct Chain {
  int begun, turn, sum;
};

template <Poll poll>
__device__ int look(int* turn) {
  return poll == Poll::kAtomic ? atomicAdd(turn, 0) : *static_cast<volatile int*>(turn);
}

/// @param threads of each block that poll
template <Poll poll>
__global__ void add_places(Chain* chain, int threads) {
  __shared__ int place;  // blocks that have begun have the first ones
  if (threadIdx.x == 0) place = atomicAdd(&chain->begun, 1);
  __syncthreads();
  while (threadIdx.x < threads && look<poll>(&chain->turn) != place) {
  }
  __threadfence();
  __syncthreads();
  if (threadIdx.x > 0) return;
  chain->sum += place;
  __threadfence();
  atomicExch(&chain->turn, place + 1);
}

int main() {
  Chain *chains, host[4];
  cudaMalloc(&chains, sizeof host);
  cudaMemset(chains, 0, sizeof host);
  add_places<Poll::kLoad><<<kBlocks, 64>>>(chains, 1);
  add_places<Poll::kLoad><<<kBlocks, 64>>>(chains + 1, 64);
  add_places<Poll::kAtomic><<<kBlocks, 64>>>(chains + 2, 1);
  add_places<Poll::kAtomic><<<kBlocks, 64>>>(chains + 3, 64);
  const cudaError_t error = cudaMemcpy(host, chains, sizeof host, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  std::printf("%d %d %d %d\n", host[0].sum, host[1].sum, host[2].sum, host[3].sum);
  cudaFree(chains);
}
