// The bulk copies of two blocks write the same chunk of global memory.
// expect: simt: race on global memory
// expect: @copy by thread (0,0,0) of block (0,0,0)
// expect: @copy by thread (0,0,0) of block (1,0,0)
#include <cuda_runtime.h>
#include <cuda/ptx>

using namespace cuda::ptx;

__global__ void count(int* out) {
  __shared__ alignas(16) int tile[64];
  tile[threadIdx.x] = threadIdx.x + blockIdx.x;
  fence_proxy_async(space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    cp_async_bulk(space_global, space_shared, out + 60 * blockIdx.x, tile, sizeof tile);  // @copy
    cp_async_bulk_commit_group();
    cp_async_bulk_wait_group_read(n32_t<0>());
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 512);
  count<<<2, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
