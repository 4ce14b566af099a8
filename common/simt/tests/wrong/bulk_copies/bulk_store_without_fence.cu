// All threads write the tile and meet, and one copies it away: without a proxy fence.
// expect: simt: a bulk copy reads shared memory that has been written without a proxy fence
// expect: @copy
// expect: @write by thread
// expect: fence.proxy.async
#include <cuda_runtime.h>
#include <cuda/ptx>

using namespace cuda::ptx;

__global__ void count(int* out) {
  __shared__ alignas(16) int tile[64];
  tile[threadIdx.x] = threadIdx.x;  // @write
  __syncthreads();
  if (threadIdx.x == 0) {
    cp_async_bulk(space_global, space_shared, out, tile, sizeof tile);  // @copy
    cp_async_bulk_commit_group();
    cp_async_bulk_wait_group_read(n32_t<0>());
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 256);
  count<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
