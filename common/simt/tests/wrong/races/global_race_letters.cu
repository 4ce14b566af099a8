// A letter for every group of four threads, stored by all four: they do not agree.
// expect: simt: race on global memory
// expect: @store
#include <cuda_runtime.h>

__global__ void grades(const int* points, char* letters, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) letters[i / 4] = points[i] >= 50 ? 'C' : 'R';  // @store
}

int main() {
  int points[64], *in;
  for (int i = 0; i < 64; ++i) points[i] = i % 4 == 3 ? 80 : 20;
  char* letters;
  cudaMalloc(&in, sizeof points);
  cudaMalloc(&letters, 16);
  cudaMemcpy(in, points, sizeof points, cudaMemcpyHostToDevice);
  grades<<<1, 64>>>(in, letters, 64);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
