// Errors that a program meets, asks for and gets over.
// prints: too large
// prints: invalid
// prints: smaller block
// prints: 256
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count(int* sum) { atomicAdd(sum, 1); }

int main() {
  int *sum, result = 0;
  void* all;
  if (cudaMalloc(&all, std::size_t{1} << 50) != cudaSuccess) std::puts("too large");
  cudaGetLastError();  // known: nobody shall hear of it again
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  const cudaError_t error = cudaMemcpy(nullptr, sum, sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) std::puts("invalid");
  for (int threads = 2048; threads >= 256; threads /= 8) {
    count<<<1, threads>>>(sum);
    if (cudaGetLastError() == cudaSuccess) break;
    std::puts("smaller block");
  }
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
  cudaFree(sum);
}
