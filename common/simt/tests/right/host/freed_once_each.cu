// Memory and handles that come and go in loops and through pointers that swap, each freed once.
// prints: 45
#include <cuda_runtime.h>

#include <cstdio>
#include <utility>

__global__ void add(const int* from, int* to, int value) { *to = *from + value; }

int main() {
  int *from, *to, result = 0;
  cudaMalloc(&from, sizeof(int));
  cudaMalloc(&to, sizeof(int));
  cudaMemset(from, 0, sizeof(int));
  for (int i = 0; i < 10; ++i) {
    cudaStream_t stream;
    void* scratch;
    cudaStreamCreate(&stream);
    cudaMallocAsync(&scratch, 64, stream);
    cudaFreeAsync(scratch, stream);
    add<<<1, 1, 0, stream>>>(from, to, i);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    std::swap(from, to);
  }
  cudaMemcpy(&result, from, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
  cudaFree(from);
  from = nullptr;
  cudaFree(from);
  cudaFree(to);
}
