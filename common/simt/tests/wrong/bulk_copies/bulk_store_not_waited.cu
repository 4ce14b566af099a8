// The block ends while the copy may still be reading its shared memory.
// expect: simt: a block ends while a bulk copy may still be reading its shared memory
// expect: @copy
// expect: cp.async.bulk.wait_group.read 0 before the block ends
#include <cuda_runtime.h>
#include <cuda/ptx>

using namespace cuda::ptx;

__global__ void count(int* out) {
  __shared__ alignas(16) int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  fence_proxy_async(space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    cp_async_bulk(space_global, space_shared, out, tile, sizeof tile);  // @copy
    cp_async_bulk_commit_group();
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 256);
  count<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
