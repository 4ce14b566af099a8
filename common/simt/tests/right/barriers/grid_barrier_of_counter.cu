// A barrier of the grid made of a counter, in a launch of 400 blocks, for which a device has room. The model has few OS
// threads for them.
// environment: SIMT_WORKERS=2
// prints: 3
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int kBlocks = 400, kThreads = 32;

__device__ int arrived;

__device__ void wait_for_all(int round) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < round * static_cast<int>(gridDim.x)) {
    }
    __threadfence();
  }
  __syncthreads();
}

/// Each round adds the neighbour's value of the round before.
__global__ void shift(int* values, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  for (int round = 1; round <= 3; ++round) {
    values[round * n + i] = values[(round - 1) * n + (i + kThreads) % n] + 1;
    wait_for_all(round);
  }
}

int main() {
  const int n = kBlocks * kThreads;
  int* values;
  cudaMalloc(&values, 4 * n * sizeof(int));
  cudaMemset(values, 0, n * sizeof(int));
  shift<<<kBlocks, kThreads>>>(values, n);
  std::vector<int> last(n);
  cudaMemcpy(last.data(), values + 3 * n, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(values);
  int sum = 0;
  for (const int value : last) sum += value;
  std::printf("%d\n", sum / n);
  return sum == 3 * n ? 0 : 1;
}
