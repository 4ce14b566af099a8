// Right, and one multiprocessor of 132 is at work.
// rejected by: model
// expect: FAILED  n = 1009, a key of 3, threads 1: basic blocks of the busiest warp:
// expect: share the work out among more threads, warps and blocks
#include <cuda_runtime.h>

__global__ void shift_back(char* text, int n, const char* key, int key_length) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (text[i] < 'A' || text[i] > 'Z') continue;
    text[i] = 'A' + (text[i] - key[i % key_length] + 26) % 26;
  }
}

cudaError_t decipher(char* text, int n, const char* key, int key_length, int threads) {
  if (n == 0) return cudaSuccess;
  char *device_text = nullptr, *device_key = nullptr;
  cudaError_t error = cudaMalloc(&device_text, n);
  if (error == cudaSuccess) error = cudaMalloc(&device_key, key_length);
  if (error == cudaSuccess) error = cudaMemcpy(device_text, text, n, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) error = cudaMemcpy(device_key, key, key_length, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    shift_back<<<1, threads>>>(device_text, n, device_key, key_length);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaMemcpy(text, device_text, n, cudaMemcpyDeviceToHost);
  cudaFree(device_key);
  cudaFree(device_text);
  return error;
}
