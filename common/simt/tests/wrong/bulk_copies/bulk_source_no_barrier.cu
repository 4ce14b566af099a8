// One thread waits until the copy has read the tile, and the others write it again without meeting that one.
// expect: simt: race on shared memory
// expect: @copy by thread (0,0,0)
// expect: @write
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
    cp_async_bulk_wait_group_read(n32_t<0>());
  }
  tile[63 - threadIdx.x] = 0;  // @write
}

int main() {
  int* out;
  cudaMalloc(&out, 256);
  count<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
