// The key is in constant memory, and copied only when its length is another one.
// rejected by: result
// expect: FAILED  n = 333, a key of 8, threads 64, again with other contents: text[
#include <cuda_runtime.h>


__device__ char key[1 << 17];

__global__ void shift_back(char* text, int n, int key_length) {
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
cudaError_t decipher(char* text, int n, const char* letters, int key_length, int threads) {
  if (n == 0) return cudaSuccess;  // a grid without blocks would be refused
  char *device_text = nullptr;
  cudaError_t error = cudaMalloc(&device_text, n);
  if (error == cudaSuccess) error = cudaMemcpy(device_text, text, n, cudaMemcpyHostToDevice);
  static int length_before = 0;
  if (error == cudaSuccess && key_length != length_before) {
    error = cudaMemcpyToSymbol(key, letters, key_length);
    length_before = error == cudaSuccess ? key_length : 0;
  }
  if (error == cudaSuccess) {
    shift_back<<<(n + threads - 1) / threads, threads>>>(device_text, n, key_length);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaMemcpy(text, device_text, n, cudaMemcpyDeviceToHost);
  cudaFree(device_text);
  return error;
}
