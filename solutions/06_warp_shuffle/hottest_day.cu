// Exercise · hottest_day: a whole program, from numbers on the host to an answer for the host.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// TODO (about 40 lines): kernels, and all that a program does around them

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

// *day becomes the day of the highest temperature, 0 to n - 1; the first one if several are equal.
// `temperatures` are n > 0 floats on the host, none of them NaN. All launches that go through the n
// temperatures have blocks of `threads` threads, a multiple of 32 that the caller has chosen.
//
// Returns the first error of a CUDA call or launch, and in that case leaves *day as it is. Whatever
// happens, what it allocates on the device is freed again.
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
  if (error != cudaSuccess) cudaGetLastError();  // or the next call would find it behind its launch
  if (error == cudaSuccess) *day = static_cast<int>(~0u - static_cast<unsigned>(key));
  return error;
}
// END
