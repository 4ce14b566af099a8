// A thread copies and arrives, but says nothing of the bytes.
// expect: simt: a phase of a barrier object ends while 256 bytes of bulk copies that signal it are in flight: it has not expected them
// expect: @arrive
// expect: @copy by thread (0,0,0)
// expect: mbarrier.arrive.expect_tx
#include <cuda_runtime.h>
#include <cuda/ptx>

using namespace cuda::ptx;

__global__ void twice(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ std::uint64_t full;
  if (threadIdx.x == 0) {
    mbarrier_init(&full, 1);
    fence_mbarrier_init(sem_release, scope_cluster);
    cp_async_bulk(space_cluster, space_global, tile, in, sizeof tile, &full);  // @copy
    mbarrier_arrive(&full);                                                    // @arrive
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
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
