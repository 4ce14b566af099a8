// The result stays on the device.
// rejected by: result
// expect: FAILED  n = 1, a key of 1, threads 32: text[0], which was 'O': expected 'V', got 'O'
#include <cuda_runtime.h>

__global__ void shift_back(char* text, int n, const char* key, int key_length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || text[i] < 'A' || text[i] > 'Z') return;
  text[i] = 'A' + (text[i] - key[i % key_length] + 26) % 26;
}

cudaError_t decipher(char* text, int n, const char* key, int key_length, int threads) {
  if (n == 0) return cudaSuccess;
  char *device_text = nullptr, *device_key = nullptr;
  cudaError_t error = cudaMalloc(&device_text, n);
  if (error == cudaSuccess) error = cudaMalloc(&device_key, key_length);
  if (error == cudaSuccess) error = cudaMemcpy(device_text, text, n, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) error = cudaMemcpy(device_key, key, key_length, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    shift_back<<<(n + threads - 1) / threads, threads>>>(device_text, n, device_key, key_length);
    error = cudaGetLastError();
  }
  cudaFree(device_key);
  cudaFree(device_text);
  return error;
}
