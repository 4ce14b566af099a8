// __syncthreads() does not wait for a copy that is in flight.
// expect: simt: read of shared memory that an asynchronous copy may still be filling, at byte 252 of values
// expect: @read
// expect: @copy by thread (63,0,0)
// expect: by      thread (0,0,0)
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void reverse(const int* in, int* out) {
  __shared__ int values[64];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, values, in, sizeof(values));  // @copy
  block.sync();
  out[threadIdx.x] = values[63 - threadIdx.x];  // @read
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaMemset(in, 0, 256);
  reverse<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
