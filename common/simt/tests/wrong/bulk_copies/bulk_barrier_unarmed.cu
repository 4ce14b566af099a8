// The barrier is told of the bytes, but nobody arrives.
// environment: SIMT_TIMEOUT=1
// expect: simt: an endless loop
// expect: @expects
// expect: @copy
// expect: a barrier object expects 1 arrivals in each phase, and 0 have come
// expect: 256 bytes that signal it are in flight, but bytes are no arrivals
#include <cuda_runtime.h>
#include <cuda/ptx>

using namespace cuda::ptx;

__global__ void twice(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ std::uint64_t full;
  if (threadIdx.x == 0) {
    mbarrier_init(&full, 1);
    fence_mbarrier_init(sem_release, scope_cluster);
    mbarrier_expect_tx(sem_relaxed, scope_cta, space_shared, &full, sizeof tile);  // @expects
    cp_async_bulk(space_cluster, space_global, tile, in, sizeof tile, &full);      // @copy
  }
  __syncthreads();
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
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
