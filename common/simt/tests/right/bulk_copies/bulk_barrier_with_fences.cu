// Bulk copies see that a barrier is initialised behind either fence: of the thread that does it, or of one that comes
// after it; and without one if it is a cuda::barrier, of which libcu++ asks for none.
// supports: inline PTX: mbarriers that are initialised in front of fence.mbarrier_init or fence.proxy.async
// prints: 2 2 2
#include <cuda_runtime.h>
#include <cuda/barrier>
#include <cuda/ptx>

#include <cstdio>

namespace ptx = cuda::ptx;

__global__ void twice(const int* in, int* out, int way) {
  __shared__ alignas(16) int tile[64];
  __shared__ std::uint64_t full;
  if (threadIdx.x == 40) {
    ptx::mbarrier_init(&full, 1);
    if (way == 0) ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    if (way == 1) ptx::fence_proxy_async(ptx::space_shared);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                   sizeof tile);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, sizeof tile, &full);
  }
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
  out[threadIdx.x] = 2 * tile[threadIdx.x];
}

__global__ void twice_by_barrier(const int* in, int* out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ alignas(16) int tile[64];
  __shared__ Barrier full;
  if (threadIdx.x == 0) init(&full, 64);
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::memcpy_async(tile, in, cuda::aligned_size_t<16>(sizeof tile), full);
  }
  full.arrive_and_wait();
  out[threadIdx.x] = 2 * tile[threadIdx.x];
}

int main() {
  int *in, *out, ones[64], result;
  for (int& one : ones) one = 1;
  cudaMalloc(&in, sizeof ones);
  cudaMalloc(&out, sizeof ones);
  cudaMemcpy(in, ones, sizeof ones, cudaMemcpyHostToDevice);
  for (int way = 0; way < 3; ++way) {
    if (way < 2) {
      twice<<<1, 64>>>(in, out, way);
    } else {
      twice_by_barrier<<<1, 64>>>(in, out);
    }
    cudaMemcpy(&result, out + 63, sizeof result, cudaMemcpyDeviceToHost);
    std::printf(way < 2 ? "%d " : "%d\n", result);
  }
  cudaFree(in);
  cudaFree(out);
}
