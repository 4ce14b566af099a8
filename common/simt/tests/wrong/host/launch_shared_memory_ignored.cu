// More dynamic shared memory than a kernel may have unasked, in a loop; synchronizing brings no error of a launch.
// exit: 0
// expect: simt: warning: the launch of reverse at
// expect: @launch
// expect: 3 times, and the program did not ask
// expect: reason  80000 bytes of dynamic shared memory, and a launch may take 49152
// expect: look at cudaGetLastError() after every launch
#include <cuda_runtime.h>

#include <cstdio>

__global__ void reverse(float* values, int n) {
  extern __shared__ float copy[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) copy[i] = values[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) values[i] = copy[n - 1 - i];
}

int main() {
  constexpr int kSize = 20'000;
  float* values;
  if (cudaMalloc(&values, kSize * sizeof(float)) != cudaSuccess) return 2;
  if (cudaMemset(values, 0, kSize * sizeof(float)) != cudaSuccess) return 2;
  for (int i = 0; i < 3; ++i) {
    reverse<<<1, 256, kSize * sizeof(float)>>>(values, kSize);  // @launch
    if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  }
  return cudaFree(values) == cudaSuccess ? 0 : 2;
}
