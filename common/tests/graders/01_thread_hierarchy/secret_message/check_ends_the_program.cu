// CHECK is for programs that may end; a function has a caller who wants to know.
// rejected by: result
// expect: kernel launch
// expect: invalid
#include <cuda_runtime.h>

__global__ void shift_back(char* text, int n, const char* key, int key_length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || text[i] < 'A' || text[i] > 'Z') return;
  text[i] = 'A' + (text[i] - key[i % key_length] + 26) % 26;
}

cudaError_t decipher(char* text, int n, const char* key, int key_length, int threads) {
  if (n == 0) return cudaSuccess;
  char *device_text = nullptr, *device_key = nullptr;
  CHECK(cudaMalloc(&device_text, n));
  CHECK(cudaMalloc(&device_key, key_length));
  CHECK(cudaMemcpy(device_text, text, n, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_key, key, key_length, cudaMemcpyHostToDevice));
  shift_back<<<(n + threads - 1) / threads, threads>>>(device_text, n, device_key, key_length);
  CHECK_LAST();
  CHECK(cudaMemcpy(text, device_text, n, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_key));
  CHECK(cudaFree(device_text));
  return cudaSuccess;
}
