// The last block copies past the end of the input.
// expect: simt: read of 4 bytes
// expect: 0 bytes past the end of
// expect: @copy
// expect: block (3,0,0)
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void stage(const int* in, int* out) {
  __shared__ int values[64];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, values, in + blockIdx.x * 64, sizeof(values));  // @copy
  cg::wait(block);
  out[blockIdx.x * 64 + threadIdx.x] = values[threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 3 * 256);
  cudaMalloc(&out, 4 * 256);
  cudaMemset(in, 0, 3 * 256);
  stage<<<4, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
