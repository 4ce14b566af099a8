// The flag goes up before the data is there, fence or not.
// environment: SIMT_WORKERS=1
// expect: simt: race on global memory: two blocks use byte 0 of the 4 bytes that were allocated at
// expect: write
// expect: @write by thread (0,0,0) of block (0,0,0)
// expect: read
// expect: @read by thread (0,0,0) of block (1,0,0)
#include <cuda_runtime.h>

__global__ void pass(volatile int* flag, int* data, int* out) {
  if (blockIdx.x == 0) {
    __threadfence();
    *flag = 1;
    data[0] = 42;  // @write
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    out[0] = data[0];  // @read
  }
}

int main() {
  int *flag, *data, *out;
  cudaMalloc(&flag, 4);
  cudaMalloc(&data, 4);
  cudaMalloc(&out, 4);
  cudaMemset(flag, 0, 4);
  cudaMemset(data, 0, 4);
  pass<<<2, 1>>>(flag, data, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
