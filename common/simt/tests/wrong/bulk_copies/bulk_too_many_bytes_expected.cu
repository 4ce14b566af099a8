// The barrier expects twice the bytes that the copy brings.
// environment: SIMT_TIMEOUT=1
// expect: simt: an endless loop
// expect: @expects
// expect: @copy
// expect: a barrier object waits for 256 bytes that no copy brings
#include <cuda_runtime.h>
#include <cuda/ptx>

using namespace cuda::ptx;

__global__ void twice(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ std::uint64_t full;
  if (threadIdx.x == 0) {
    mbarrier_init(&full, 1);
    fence_mbarrier_init(sem_release, scope_cluster);
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full, 512);  // @expects
    cp_async_bulk(space_cluster, space_global, tile, in, sizeof tile, &full);     // @copy
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
