// The barrier is initialised, and the threads meet; but bulk copies do not see that without a fence.
// expect: simt: a bulk copy signals an mbarrier that has been initialised without a fence
// expect: @copy
// expect: @init by thread (32,0,0)
// expect: fence.mbarrier_init.release.cluster
#include <cuda_runtime.h>
#include <cuda/ptx>

using namespace cuda::ptx;

__global__ void twice(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ std::uint64_t full;
  if (threadIdx.x == 32) mbarrier_init(&full, 1);  // @init
  __syncthreads();
  if (threadIdx.x == 0) {
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full, sizeof tile);
    cp_async_bulk(space_cluster, space_global, tile, in, sizeof tile, &full);  // @copy
  }
  while (!mbarrier_try_wait_parity(&full, 0)) {
  }
  out[threadIdx.x] = 2 * tile[threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaMemset(in, 0, 256);
  twice<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
