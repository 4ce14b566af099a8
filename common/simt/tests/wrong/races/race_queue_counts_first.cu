// A queue in shared memory: its length is raised before the number is in its place. The warp that fills it also empties it,
// unless another one has a turn in between.
// expect: simt: race on shared memory
// expect: of numbers
// expect: @put
#include <cuda_runtime.h>

constexpr int kMost = 40;

__global__ void fill_and_empty(int* sum) {
  __shared__ int numbers[kMost];
  __shared__ int length, taken;
  if (threadIdx.x == 0) length = taken = 0;
  __syncthreads();
  if (threadIdx.x % 32 != 0) return;
  for (;;) {
    const int mine = atomicAdd(&taken, 1);
    if (mine >= kMost) return;
    if (mine == 0) {
      numbers[0] = 7;
      __threadfence_block();
      atomicAdd(&length, 1);
    }
    while (atomicAdd(&length, 0) <= mine) {
    }
    __threadfence_block();
    atomicAdd(sum, numbers[mine]);
    if (mine + 1 < kMost) {
      atomicAdd(&length, 1);
      __threadfence_block();
      numbers[mine + 1] = mine;  // @put
    }
  }
}

int main() {
  int* sum;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  fill_and_empty<<<1, 96>>>(sum);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
