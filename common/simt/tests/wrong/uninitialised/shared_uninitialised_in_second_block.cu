// What the first block has left is not the second one's.
// environment: SIMT_WORKERS=1
// expect: simt: read of shared memory that nobody has written, at byte 4 of values
// expect: @look
// expect: block (1,0,0)
#include <cuda_runtime.h>

__global__ void remember(int* out) {
  __shared__ int values[2];
  if (blockIdx.x == 0) values[threadIdx.x] = 1;
  if (blockIdx.x == 1 && threadIdx.x == 0) values[0] = 2;
  __syncthreads();
  out[2 * blockIdx.x + threadIdx.x] = values[threadIdx.x];  // @look
}

int main() {
  int* out;
  cudaMalloc(&out, 4 * sizeof(int));
  remember<<<2, 2>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
