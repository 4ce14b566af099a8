// A thread clears its element of the stage while the copy that fills it is in flight.
// expect: simt: write of shared memory that an asynchronous copy may still be filling
// expect: @write
// expect: @copy by thread (0,0,0)
#include <cuda_runtime.h>
#include <cuda/ptx>

using namespace cuda::ptx;

__global__ void load(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ std::uint64_t full;
  if (threadIdx.x == 0) {
    mbarrier_init(&full, 1);
    fence_mbarrier_init(sem_release, scope_cluster);
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full, sizeof tile);
    cp_async_bulk(space_cluster, space_global, tile, in, 128, &full);  // @copy
    cp_async_bulk(space_cluster, space_global, tile + 32, in + 32, 128, &full);
  }
  __syncthreads();
  if (threadIdx.x < 32) tile[threadIdx.x] = 0;  // @write
  while (!mbarrier_try_wait_parity(&full, 0)) {
  }
  out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaMemset(in, 0, 256);
  load<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
