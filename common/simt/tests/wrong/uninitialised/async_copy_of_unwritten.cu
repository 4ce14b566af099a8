// The last numbers of a tile that is copied asynchronously have never been written.
// exit: 0
// expect: simt: warning: read of global memory that nobody has written, at byte 112 of the 128 bytes that were allocated at
// expect: @copy
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void sum(const float* in, float* out) {
  __shared__ float tile[32];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof tile);  // @copy
  cg::wait(block);
  out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 32 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, 28 * sizeof(float));
  sum<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 5;
}
