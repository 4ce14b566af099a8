// The tile is written again while the copy may still be reading it.
// expect: simt: write of shared memory that a bulk copy may still be reading
// expect: @write
// expect: @copy by thread (0,0,0)
// expect: cp.async.bulk.wait_group.read 0
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
  __syncthreads();
  tile[threadIdx.x] = 0;  // @write
  cp_async_bulk_wait_group_read(n32_t<0>());
}

int main() {
  int* out;
  cudaMalloc(&out, 256);
  count<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
