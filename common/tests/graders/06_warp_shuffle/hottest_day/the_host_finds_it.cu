// Right, but the host finds the day: the kernel goes through the temperatures for nothing.
// rejected by: result
// expect: got the day that is hottest on the host
#include <cuda_runtime.h>

// Grows with the temperature, and for equal ones the earlier day has the larger key.
__device__ unsigned long long key_of(float temperature, unsigned day) {
  const unsigned bits = __float_as_uint(temperature + 0.0f);  // -0 becomes 0
  const unsigned ordered = bits >> 31 ? ~bits : bits | 1u << 31;
  return static_cast<unsigned long long>(ordered) << 32 | (~0u - day);
}

__global__ void find_largest(unsigned long long* largest, const float* in, long long n) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  unsigned long long key = 0;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += step) {
    key = max(key, key_of(in[i], i));
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    key = max(key, __shfl_down_sync(~0u, key, offset));
  }
  if (threadIdx.x % 32 == 0) atomicMax(largest, key);
}

cudaError_t hottest_day(int* day, const float* temperatures, long long n, int threads) {
  float* in = nullptr;
  unsigned long long *largest = nullptr, key = 0;
  const long long bytes = n * sizeof(float);
  cudaError_t error = cudaMalloc(&in, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&largest, sizeof key);
  if (error == cudaSuccess) error = cudaMemset(largest, 0, sizeof key);
  if (error == cudaSuccess) error = cudaMemcpy(in, temperatures, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    long long blocks = (n - 1) / threads + 1;
    if (blocks > 1024) blocks = 1024;
    find_largest<<<blocks, threads>>>(largest, in, n);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaMemcpy(&key, largest, sizeof key, cudaMemcpyDeviceToHost);
  cudaFree(largest);
  cudaFree(in);
  if (error == cudaSuccess) {
    *day = 0;
    for (int i = 1; i < n; ++i) {
      if (temperatures[i] > temperatures[*day]) *day = i;
    }
  }
  return error;
}
