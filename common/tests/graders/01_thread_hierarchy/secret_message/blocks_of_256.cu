// Blocks of 256, whatever the caller wants; only what would be refused is noticed.
// rejected by: model
// expect: FAILED  n = 1009, a key of 1, threads 1024: no launch has blocks of 1024 threads
#include <cuda_runtime.h>


__global__ void shift_back(char* text, int n, const char* key, int key_length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || text[i] < 'A' || text[i] > 'Z') return;
  text[i] = 'A' + (text[i] - key[i % key_length] + 26) % 26;
}

// Deciphers the n >= 0 characters of `text`, in place. A letter from A to Z at place i goes back in the
// alphabet by the number of key[i % key_length], where A is 0, B is 1 and Z is 25; what would be in front
// of A comes from the end. All other characters stay. `text` and `key` are on the host, and the key is at
// least one letter, A to Z. Launches have blocks of `threads` threads; the caller has chosen that number.
//
// Returns the first error of a CUDA call or launch, and then leaves `text` as it is. What was allocated
// is freed again, whatever happens.
cudaError_t decipher(char* text, int n, const char* key, int key_length, int threads) {
  if (n == 0) return cudaSuccess;  // a grid without blocks would be refused
  if (threads > 1024) return cudaErrorInvalidConfiguration;
  char *device_text = nullptr, *device_key = nullptr;
  cudaError_t error = cudaMalloc(&device_text, n);
  if (error == cudaSuccess) error = cudaMalloc(&device_key, key_length);
  if (error == cudaSuccess) error = cudaMemcpy(device_text, text, n, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) error = cudaMemcpy(device_key, key, key_length, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    shift_back<<<(n + 255) / 256, 256>>>(device_text, n, device_key, key_length);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaMemcpy(text, device_text, n, cudaMemcpyDeviceToHost);
  cudaFree(device_key);
  cudaFree(device_text);
  return error;
}
