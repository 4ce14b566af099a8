// A flag of device scope hands data over to another device.
// expect: simt: race between devices: two operations use byte
#include <cuda_runtime.h>
#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void give(int* data, int* flag) {
  *data = 11;
  Flag(*flag).store(1, cuda::memory_order_release);
}
__global__ void take(const int* data, int* flag, int* result) {
  while (Flag(*flag).load(cuda::memory_order_acquire) == 0) {
  }
  *result = *data;
}

int main() {
  int* words;
  cudaMalloc(&words, 3 * sizeof(int));
  cudaMemset(words, 0, 3 * sizeof(int));
  cudaDeviceSynchronize();
  take<<<1, 1>>>(words, words + 1, words + 2);
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  give<<<1, 1>>>(words, words + 1);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaDeviceSynchronize();
}
