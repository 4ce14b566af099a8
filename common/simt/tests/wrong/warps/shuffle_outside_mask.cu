// Eight lanes take part, and the last of them read beyond.
// expect: simt: lane 7 shuffles from lane 8, which is not in the mask (mask 0x000000ff)
// expect: @shuffle
// expect: thread (7,0,0) of block (0,0,0)
// expect: every lane that is read from
#include <cuda_runtime.h>

__global__ void next(int* out) {
  if (threadIdx.x < 8) {
    out[threadIdx.x] = __shfl_sync(0xffu, threadIdx.x, threadIdx.x + 1);  // @shuffle
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 128);
  next<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
