// A thread sets the counter that all add to. Its warp waits for that; its own addition does not make
// up for the others, which may come first.
// expect: simt: race on shared memory: two threads use byte 0 of count and nothing orders them
// expect: write
// expect: @reset
// expect: by thread (0,0,0)
// expect: atomic
// expect: @add
// expect: by thread (32,0,0)
#include <cuda_runtime.h>

__global__ void count_odd(const int* in, int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;  // @reset
  __syncwarp();
  atomicAdd(&count, in[threadIdx.x] % 2);  // @add
  __syncthreads();
  if (threadIdx.x == 0) out[0] = count;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMemset(in, 1, 64 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  count_odd<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
