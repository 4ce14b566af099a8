// The next tile is copied into the stage that others may still be reading.
// expect: simt: race on shared memory
// expect: @read
// expect: @copy by thread (0,0,0)
#include <cuda_runtime.h>
#include <cuda/ptx>

using namespace cuda::ptx;

__global__ void sums(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ std::uint64_t full;
  if (threadIdx.x == 0) {
    mbarrier_init(&full, 1);
    fence_mbarrier_init(sem_release, scope_cluster);
  }
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 2; ++i) {
    if (threadIdx.x == 0) {
      mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full, sizeof tile);
      cp_async_bulk(space_cluster, space_global, tile, in + 64 * i, sizeof tile, &full);  // @copy
    }
    while (!mbarrier_try_wait_parity(&full, i)) {
    }
    sum += tile[63 - threadIdx.x];  // @read
  }
  out[threadIdx.x] = sum;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 512);
  cudaMalloc(&out, 256);
  cudaMemset(in, 0, 512);
  sums<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
