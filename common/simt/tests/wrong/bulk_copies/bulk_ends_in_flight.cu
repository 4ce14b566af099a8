// Nobody waits for the copy: the block ends, and with it the memory that is filled.
// expect: simt: a block ends while a bulk copy may still be filling its shared memory
// expect: @copy
// expect: wait for the barrier object that the copy signals
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
  out[threadIdx.x] = 0;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaMemset(in, 0, 256);
  twice<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
