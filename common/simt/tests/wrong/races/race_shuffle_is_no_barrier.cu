// A shuffle hands over a value. It does not order what the lanes do to shared memory.
// expect: simt: race on shared memory
// expect: @write
// expect: @read
// expect: inside of one warp __syncwarp() is enough
#include <cuda_runtime.h>

__global__ void add_neighbours(const int* in, int* out) {
  __shared__ int row[32];
  const int lane = threadIdx.x;
  row[lane] = in[lane];  // @write
  const int left = __shfl_up_sync(0xffffffffu, in[lane], 1);
  out[lane] = left + row[(lane + 1) % 32];  // @read
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 128);
  cudaMalloc(&out, 128);
  cudaMemset(in, 1, 128);
  add_neighbours<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
