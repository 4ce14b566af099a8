// The last block adds up what all have left, but no fence lies between what a block leaves and its
// ticket.
// environment: SIMT_WORKERS=1
// expect: simt: race on global memory: two blocks use byte 0 of the 64 bytes that were allocated at
// expect: write
// expect: @leave by thread (0,0,0) of block (0,0,0)
// expect: read
// expect: @collect by thread (0,0,0) of block (15,0,0)
// expect: __threadfence()
#include <cuda_runtime.h>

__device__ unsigned int tickets;

__global__ void sum(const int* in, int* partial, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x];  // @leave
    last = atomicAdd(&tickets, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int total = 0;
    for (unsigned int b = 0; b < gridDim.x; ++b) total += partial[b];  // @collect
    out[0] = total;
  }
}

int main() {
  int *in, *partial, *out;
  cudaMalloc(&in, 64);
  cudaMalloc(&partial, 64);
  cudaMalloc(&out, 4);
  cudaMemset(in, 1, 64);
  sum<<<16, 32>>>(in, partial, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
