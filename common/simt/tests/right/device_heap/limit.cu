// The host sets the size of the heap. When it is full, malloc() and new return null, which the threads ask for.
// supports: memory: in kernels `malloc`, `free`, `new`, `delete`, `cudaMalloc` and `cudaFree`, with
//     `cudaLimitMallocHeapSize`
// prints: heap of 16 MiB holds no more than 16 arrays: 1, then new gets some: 1, limit set late: cudaErrorInvalidValue
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(char** arrays, int* count) {
  char* const own = static_cast<char*>(malloc(1 << 20));
  arrays[threadIdx.x] = own;
  if (own == nullptr) return;
  own[0] = own[(1 << 20) - 1] = 1;
  atomicAdd(count, 1);
}

__global__ void empty(char** arrays) { free(arrays[threadIdx.x]); }

__global__ void again(int* count) {
  char* const own = new char[1 << 20];
  if (own == nullptr) return;
  own[5] = 1;
  atomicAdd(count, 1);
  delete[] own;
}

int main() {
  char** arrays;
  int *counts, count[2];
  size_t limit = 0;
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20);
  cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize);
  cudaMalloc(&arrays, 64 * sizeof(char*));
  cudaMalloc(&counts, sizeof count);
  cudaMemset(counts, 0, sizeof count);
  fill<<<1, 64>>>(arrays, counts);
  empty<<<1, 64>>>(arrays);
  again<<<1, 64>>>(counts + 1);
  cudaMemcpy(count, counts, sizeof count, cudaMemcpyDeviceToHost);
  const bool is_limited = count[0] > 0 && count[0] <= 16;
  std::printf("heap of %zu MiB holds no more than 16 arrays: %d, then new gets some: %d, ",
              limit >> 20, is_limited, count[1] > 0);
  std::printf("limit set late: %s\n",
              cudaGetErrorName(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20)));
  cudaFree(arrays);
  cudaFree(counts);
}
