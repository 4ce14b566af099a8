// The pointer has moved on before it is freed.
// expect: simt: delete[] of byte 16 of the 20 bytes that were allocated at
// expect: @delete
#include <cuda_runtime.h>

__global__ void sum(float* out, int n) {
  float* values = new float[5];
  float total = 0;
  for (int i = 0; i < 5; ++i) values[i] = static_cast<float>(i);
  for (int i = 0; i < n; ++i) total += *values++;
  *out = total;
  delete[] values;  // @delete
}

int main() {
  float* out;
  cudaMalloc(&out, sizeof(float));
  sum<<<1, 1>>>(out, 4);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
