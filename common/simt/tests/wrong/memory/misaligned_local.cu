// A thread puts bytes together, and reads them as one number.
// expect: simt: read of 4 bytes at the misaligned address
// expect: @access
#include <cuda_runtime.h>

__global__ void parse(const char* text, int* out) {
  char buffer[16];
  for (int i = 0; i < 16; ++i) buffer[i] = text[i];
  *out = *(const int*)(buffer + 3);  // @access
}

int main() {
  char* text;
  int* out;
  cudaMalloc(&text, 16);
  cudaMalloc(&out, sizeof(int));
  cudaMemset(text, 0, 16);
  parse<<<1, 1>>>(text, out);
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 3;
}
