// A copy of 24 bytes.
// expect: simt: cp.async.bulk with a size of 24 bytes
// expect: @copy
// expect: a multiple of 16 bytes
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
    cp_async_bulk(space_cluster, space_global, tile, in, 24, &full);  // @copy
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
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 5;
}
