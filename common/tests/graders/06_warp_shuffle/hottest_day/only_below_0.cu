// The bits of negative floats grow as the temperature falls; those of others do not.
// rejected by: result
// expect: n = 2, threads = 32: expected day
#include <cuda_runtime.h>

__global__ void find_smallest(unsigned long long* smallest, const float* in, long long n) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  unsigned long long key = ~0ull;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += step) {
    key = min(key, static_cast<unsigned long long>(__float_as_uint(in[i])) << 32 | i);
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    key = min(key, __shfl_down_sync(~0u, key, offset));
  }
  if (threadIdx.x % 32 == 0) atomicMin(smallest, key);
}

cudaError_t hottest_day(int* day, const float* temperatures, long long n, int threads) {
  float* in = nullptr;
  unsigned long long *smallest = nullptr, key = 0;
  const long long bytes = n * sizeof(float);
  cudaError_t error = cudaMalloc(&in, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&smallest, sizeof key);
  if (error == cudaSuccess) error = cudaMemset(smallest, 0xFF, sizeof key);
  if (error == cudaSuccess) error = cudaMemcpy(in, temperatures, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    long long blocks = (n - 1) / threads + 1;
    if (blocks > 1024) blocks = 1024;
    find_smallest<<<blocks, threads>>>(smallest, in, n);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaMemcpy(&key, smallest, sizeof key, cudaMemcpyDeviceToHost);
  cudaFree(smallest);
  cudaFree(in);
  if (error == cudaSuccess) *day = static_cast<int>(key);
  return error;
}
