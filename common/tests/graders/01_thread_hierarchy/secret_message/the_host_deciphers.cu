// The kernel stores each letter as it was. What came back is deciphered by the host.
// rejected by: result
// expect: FAILED  n = 1009, a key of 1, threads 1024: what the copies have brought back
#include <cuda_runtime.h>

__global__ void shift(char* text, int n, const char* key, int key_length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  char c = text[i];
  if (c >= 'A' && c <= 'Z') text[i] = c;
}
cudaError_t decipher(char* text, int n, const char* key, int key_length, int threads) {
  if (n == 0) return cudaSuccess;
  char *d_text = nullptr, *d_key = nullptr;
  cudaError_t error = cudaMalloc(&d_text, n);
  if (error == cudaSuccess) error = cudaMalloc(&d_key, key_length);
  if (error == cudaSuccess) error = cudaMemcpy(d_text, text, n, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) error = cudaMemcpy(d_key, key, key_length, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    shift<<<(n + threads - 1) / threads, threads>>>(d_text, n, d_key, key_length);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaMemcpy(text, d_text, n, cudaMemcpyDeviceToHost);
  if (error == cudaSuccess)
    for (int i = 0; i < n; ++i)
      if (text[i] >= 'A' && text[i] <= 'Z')
        text[i] = 'A' + (text[i] - key[i % key_length] + 26) % 26;
  cudaFree(d_text);
  cudaFree(d_key);
  return error;
}
