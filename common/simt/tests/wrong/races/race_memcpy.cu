// expect: simt: race on shared memory: two threads use byte
// expect: @access
#include <cuda_runtime.h>

#include <cstring>

// One thread fills the row that all read, without a barrier behind it.
__global__ void share(const int* in, int* out) {
  __shared__ int row[32];
  if (threadIdx.x == 0) memcpy(row, in, sizeof row);  // @access
  out[threadIdx.x] = row[threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 128);
  cudaMalloc(&out, 128);
  cudaMemset(in, 0, 128);
  share<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
