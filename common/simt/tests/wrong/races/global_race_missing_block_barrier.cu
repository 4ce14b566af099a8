// Thread 0 waits for the other block's flag, and the rest of its block does not wait for thread 0.
// environment: SIMT_WORKERS=1
// expect: simt: race on global memory
// expect: write
// expect: @write by thread (32,0,0) of block (0,0,0)
// expect: read
// expect: @read by thread (32,0,0) of block (1,0,0)
#include <cuda_runtime.h>

__global__ void pass(volatile int* flag, int* data, int* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x + 1;  // @write
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) *flag = 1;
  } else {
    if (threadIdx.x == 0) {
      while (*flag == 0) {
      }
    }
    __syncwarp();
    out[threadIdx.x] = data[threadIdx.x];  // @read
  }
}

int main() {
  int *flag, *data, *out;
  cudaMalloc(&flag, 4);
  cudaMalloc(&data, 256);
  cudaMalloc(&out, 256);
  cudaMemset(flag, 0, 4);
  cudaMemset(data, 0, 256);
  pass<<<2, 64>>>(flag, data, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
