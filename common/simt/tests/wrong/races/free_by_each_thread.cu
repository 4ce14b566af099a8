// Each thread frees its array when it has read its neighbour's: the neighbour may have freed that by then.
// environment: SIMT_ORDER=reverse
// expect: simt: race on global memory: two threads of a block use byte 0 of the 4 bytes that were allocated at
// expect: @new
// expect: @delete
// expect: @read
#include <cuda_runtime.h>

__global__ void neighbours(int* out) {
  __shared__ int* own[32];
  own[threadIdx.x] = new int(threadIdx.x);  // @new
  __syncwarp();
  if (threadIdx.x > 0) out[threadIdx.x] = *own[threadIdx.x - 1];  // @read
  delete own[threadIdx.x];                                        // @delete
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  neighbours<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
