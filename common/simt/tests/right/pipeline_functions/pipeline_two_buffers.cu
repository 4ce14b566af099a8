// Two buffers in turn: while one chunk is added up, the next one is in flight.
// prints: 130816
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kBlock = 64;

__global__ void sum_chunks(const int* in, int chunks, int* sum) {
  __shared__ int buffers[2][kBlock];
  const int i = threadIdx.x, next = (threadIdx.x + 1) % kBlock;
  int mine = 0;
  __pipeline_memcpy_async(&buffers[0][i], &in[i], sizeof(int));
  __pipeline_commit();
  for (int chunk = 0; chunk < chunks; ++chunk) {
    if (chunk + 1 < chunks) {
      __pipeline_memcpy_async(&buffers[(chunk + 1) % 2][i], &in[(chunk + 1) * kBlock + i],
                              sizeof(int));
    }
    __pipeline_commit();  // in the last round of nothing
    __pipeline_wait_prior(1);
    __syncthreads();
    mine += buffers[chunk % 2][next];
    __syncthreads();
  }
  atomicAdd(sum, mine);
}

int main() {
  constexpr int chunks = 8, n = chunks * kBlock;
  int numbers[n], *in, *sum, result;
  for (int i = 0; i < n; ++i) numbers[i] = i;
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&sum, sizeof result);
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  cudaMemset(sum, 0, sizeof result);
  sum_chunks<<<1, kBlock>>>(in, chunks, sum);
  cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
  cudaFree(in);
  cudaFree(sum);
}
