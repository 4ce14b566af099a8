// The host deciphers into memory of its own. The kernel stores each letter as it arrives.
// rejected by: result
// expect: FAILED  n = 1009, a key of 1, threads 1024: no copy has brought the text to the device
#include <cuda_runtime.h>

#include <string>

__global__ void touch(char* text, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && text[i] >= 'A' && text[i] <= 'Z') text[i] |= 'A' & 'Z';
}

cudaError_t decipher(char* text, int n, const char* key, int key_length, int threads) {
  if (n == 0) return cudaSuccess;
  std::string letters(text, n);
  for (int i = 0; i < n; ++i) {
    const char c = letters[i];
    if (c >= 'A' && c <= 'Z') letters[i] = 'A' + (c - key[i % key_length] + 26) % 26;
  }
  char* on_device = nullptr;
  cudaError_t error = cudaMalloc(&on_device, n);
  if (error == cudaSuccess) {
    error = cudaMemcpy(on_device, letters.data(), n, cudaMemcpyHostToDevice);
  }
  if (error == cudaSuccess) {
    touch<<<(n + threads - 1) / threads, threads>>>(on_device, n);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaMemcpy(text, on_device, n, cudaMemcpyDeviceToHost);
  cudaFree(on_device);
  return error;
}
