// One counter, where every warp should have its own. The atomic of the second warp is next to it.
// expect: simt: atomic on 4 bytes out of bounds, 0 bytes past the end of the __device__ variable finished (4 bytes)
// expect: @access
// expect: by      thread (32,0,0) of block (0,0,0)
#include <cuda_runtime.h>

namespace {
__device__ unsigned finished = 0;
__device__ unsigned started = 0;

__global__ void count_warps() {
  atomicAdd(&started, 1u);
  atomicAdd(&finished + threadIdx.x / 32, 1u);  // @access
}
}  // namespace

int main() {
  count_warps<<<1, 64>>>();
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
