// The threads behind a bulk copy only meet: nobody waits for the barrier that it signals.
// expect: simt: read of shared memory that an asynchronous copy may still be filling
// expect: @read
// expect: @copy by thread (0,0,0)
// expect: __syncthreads() waits for no copy
#include <cuda_runtime.h>
#include <cuda/ptx>

using namespace cuda::ptx;

__global__ void twice(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ std::uint64_t full;
  if (threadIdx.x == 0) {
    mbarrier_init(&full, 1);
    fence_mbarrier_init(sem_release, scope_cluster);
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full, sizeof tile);
    cp_async_bulk(space_cluster, space_global, tile, in, sizeof tile, &full);  // @copy
  }
  __syncthreads();
  out[threadIdx.x] = 2 * tile[threadIdx.x];  // @read
  while (!mbarrier_try_wait_parity(&full, 0)) {
  }
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaMemset(in, 0, 256);
  twice<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
