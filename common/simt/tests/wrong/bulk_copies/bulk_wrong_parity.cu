// A barrier is used for two tiles, and all wait with parity 0 both times: the second wait ends at once.
// expect: simt: read of shared memory that an asynchronous copy may still be filling
// expect: @read
// expect: @copy by thread (0,0,0)
// expect: but for another phase than that of the copy: the parity has to change
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
    __syncthreads();
    while (!mbarrier_try_wait_parity(&full, 0)) {
    }
    sum += tile[threadIdx.x];  // @read
    __syncthreads();
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
