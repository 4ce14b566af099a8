// Right, with all errors. The kernel has nothing to do.
// rejected by: result
// expect: FAILED  n = 1009, a key of 1, threads 1024: no copy has brought the text to the device
#include <cuda_runtime.h>

__global__ void nothing() {}

cudaError_t decipher(char* text, int n, const char* key, int key_length, int threads) {
  if (n == 0) return cudaSuccess;
  char* device_text = nullptr;
  cudaError_t error = cudaMalloc(&device_text, n);
  if (error == cudaSuccess) {
    nothing<<<(n + threads - 1) / threads, threads>>>();
    error = cudaGetLastError();
  }
  cudaFree(device_text);
  if (error != cudaSuccess) return error;
  for (int i = 0; i < n; ++i) {
    if (text[i] < 'A' || text[i] > 'Z') continue;
    text[i] = 'A' + (text[i] - key[i % key_length] + 26) % 26;
  }
  return cudaSuccess;
}
