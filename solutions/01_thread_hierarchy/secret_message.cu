// Exercise · secret_message: a whole program, from a text that cannot be read to one that can.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// TODO (about 25 lines): a kernel, and the five steps around it

__global__ void shift_back(char* text, int n, const char* key, int key_length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || text[i] < 'A' || text[i] > 'Z') return;
  text[i] = 'A' + (text[i] - key[i % key_length] + 26) % 26;
}

// Deciphers the n >= 0 characters of `text`, in place. A letter from A to Z at place i goes back in the
// alphabet by the number of key[i % key_length], where A is 0, B is 1 and Z is 25; what would come before
// A wraps around to the end. All other characters stay. `text` and `key` are on the host, and the key has
// at least one letter, all A to Z. Launches have blocks of `threads` threads: the caller has chosen that.
//
// Returns the first error of a CUDA call or launch, and in that case leaves `text` as it is. Whatever
// happens, what was allocated is freed again.
cudaError_t decipher(char* text, int n, const char* key, int key_length, int threads) {
  if (n == 0) return cudaSuccess;  // a grid without blocks would be refused
  char *device_text = nullptr, *device_key = nullptr;
  cudaError_t error = cudaMalloc(&device_text, n);
  if (error == cudaSuccess) error = cudaMalloc(&device_key, key_length);
  if (error == cudaSuccess) error = cudaMemcpy(device_text, text, n, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) error = cudaMemcpy(device_key, key, key_length, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    shift_back<<<(n + threads - 1) / threads, threads>>>(device_text, n, device_key, key_length);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaMemcpy(text, device_text, n, cudaMemcpyDeviceToHost);
  cudaFree(device_key);
  cudaFree(device_text);
  return error;
}
// END
