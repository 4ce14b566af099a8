// cudaMalloc and cudaFree in kernels; the host's functions take what belongs to the host alone.
// prints: 528, cudaMemcpy: cudaErrorInvalidValue, cudaFree: cudaErrorInvalidValue
#include <cuda_runtime.h>

#include <cstdio>

__global__ void take(int** data, int n) {
  if (cudaMalloc(data, n * sizeof(int)) != cudaSuccess) *data = nullptr;
}
__global__ void fill(int** data) { (*data)[threadIdx.x] = static_cast<int>(threadIdx.x) + 1; }
__global__ void sum(int** data, int n, int* out) {
  int total = 0;
  for (int i = 0; i < n; ++i) total += (*data)[i];
  *out = total;
}
__global__ void give(int** data) { cudaFree(*data); }

int main() {
  int **data, *out, result, *pointer;
  cudaMalloc(&data, sizeof(int*));
  cudaMalloc(&out, sizeof(int));
  take<<<1, 1>>>(data, 32);
  fill<<<1, 32>>>(data);
  sum<<<1, 1>>>(data, 32, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  cudaMemcpy(&pointer, data, sizeof pointer, cudaMemcpyDeviceToHost);
  const cudaError_t copied = cudaMemcpy(&result, pointer, sizeof(int), cudaMemcpyDeviceToHost);
  const cudaError_t freed = cudaFree(pointer);
  cudaGetLastError();
  give<<<1, 1>>>(data);
  cudaDeviceSynchronize();
  std::printf("%d, cudaMemcpy: %s, cudaFree: %s\n", result, cudaGetErrorName(copied),
              cudaGetErrorName(freed));
  cudaFree(data);
  cudaFree(out);
}
