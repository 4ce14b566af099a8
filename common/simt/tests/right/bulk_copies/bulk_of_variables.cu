// Bulk copies from one variable to another, and from registered memory of the host.
// supports: inline PTX: bulk copies from and to variables, managed and registered memory
// prints: 65 66
#include <cuda_runtime.h>
#include <cuda/ptx>

#include <cstdio>

namespace ptx = cuda::ptx;

__device__ alignas(16) int source[64];
__managed__ alignas(16) int result[64];

__global__ void copy(const int* from) {
  __shared__ alignas(16) int tile[64];
  __shared__ std::uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                   sizeof tile);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, from == nullptr ? source : from,
                       sizeof tile, &full);
  }
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
  ++tile[threadIdx.x];
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, result, tile, sizeof tile);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

int main() {
  int numbers[64], *registered;
  for (int i = 0; i < 64; ++i) numbers[i] = i + 1;
  cudaMemcpyToSymbol(source, numbers, sizeof numbers);
  copy<<<1, 64>>>(nullptr);
  cudaDeviceSynchronize();
  std::printf("%d ", result[63]);
  cudaMallocHost(&registered, sizeof numbers);
  for (int i = 0; i < 64; ++i) registered[i] = i + 2;
  copy<<<1, 64>>>(registered);
  cudaDeviceSynchronize();
  std::printf("%d\n", result[63]);
  cudaFreeHost(registered);
}
