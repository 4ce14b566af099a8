// In place: every thread replaces its element by the sum with the next one, which belongs to the next
// block at the end of each.
// expect: simt: race on global memory: two blocks use byte 256 of the 1024 bytes that were allocated at
// expect: (parameter data)
// expect: read
// expect: @look by thread (63,0,0) of block (0,0,0)
// expect: write
// expect: @write by thread (0,0,0) of block (1,0,0)
#include <cuda_runtime.h>

__global__ void add_next(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int next = i + 1 < n ? data[i + 1] : 0;  // @look
  __syncthreads();
  data[i] += next;  // @write
}

int main() {
  int* data;
  cudaMalloc(&data, 1024);
  cudaMemset(data, 1, 1024);
  add_next<<<4, 64>>>(data, 256);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
