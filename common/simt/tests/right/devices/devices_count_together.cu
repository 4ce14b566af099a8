// Kernels of two devices run at the same time, count in one word and hand over data by a flag, all of system scope.
// prints: 512 11
#include <cuda_runtime.h>
#include <cuda/atomic>

#include <cstdio>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_system>;

__global__ void give(int* counter, int* data, int* flag) {
  atomicAdd_system(counter, 1);
  if (threadIdx.x != 0) return;
  *data = 11;
  Flag(*flag).store(1, cuda::memory_order_release);
}

__global__ void take(int* counter, const int* data, int* flag, int* result) {
  atomicAdd_system(counter, 1);
  if (threadIdx.x != 0) return;
  while (Flag(*flag).load(cuda::memory_order_acquire) == 0) {
  }
  *result = *data;
}

int main() {
  int count = 0, can = 0, result[2];
  cudaGetDeviceCount(&count);
  if (count < 2) return 77;
  cudaDeviceCanAccessPeer(&can, 0, 1);
  if (can == 0) return 77;
  cudaSetDevice(1);
  int* words;  // counter, data, flag, result
  cudaMalloc(&words, 4 * sizeof(int));
  cudaMemset(words, 0, 4 * sizeof(int));
  cudaDeviceSynchronize();
  take<<<1, 256>>>(words, words + 1, words + 2, words + 3);
  cudaSetDevice(0);
  cudaDeviceEnablePeerAccess(1, 0);
  give<<<1, 256>>>(words, words + 1, words + 2);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  cudaDeviceSynchronize();
  cudaMemcpy(&result[0], words, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&result[1], words + 3, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", result[0], result[1]);
  cudaFree(words);
}
