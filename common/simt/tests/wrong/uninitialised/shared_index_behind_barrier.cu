// Nobody has set the offset: that is what is wrong, not the place where it leads to behind the barrier.
// expect: simt: read of shared memory that nobody has written, at byte 0 of offset
// expect: @read
// expect: thread (0,0,0) of block (0,0,0)
#include <cuda_runtime.h>

__global__ void gather(const int* in, int* out) {
  __shared__ int offset;
  const int begin = offset;  // @read
  __syncthreads();
  out[threadIdx.x] = in[1 << 20 | (begin + threadIdx.x)];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  gather<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
