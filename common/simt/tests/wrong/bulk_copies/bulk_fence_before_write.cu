// The fence stands in front of the writes that it should cover.
// expect: simt: a bulk copy reads shared memory that has been written without a proxy fence
// expect: @copy
// expect: @write by thread
#include <cuda_runtime.h>
#include <cuda/ptx>

using namespace cuda::ptx;

__global__ void count(int* out) {
  __shared__ alignas(16) int tile[64];
  fence_proxy_async(space_shared);
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
