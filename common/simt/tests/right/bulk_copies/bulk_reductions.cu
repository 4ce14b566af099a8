// All blocks add their counts to the same memory by bulk reductions: one for integers, one for floats.
// prints: 0 wrong
#include <cuda_runtime.h>
#include <cuda/ptx>

#include <cstdio>

namespace ptx = cuda::ptx;

constexpr int kBins = 64, kBlocks = 5;

__global__ void add(int* counts, float* sums) {
  __shared__ alignas(16) int count[kBins];
  __shared__ alignas(16) float sum[kBins];
  count[threadIdx.x] = static_cast<int>(threadIdx.x + blockIdx.x);
  sum[threadIdx.x] = static_cast<float>(threadIdx.x) / 2;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, counts, count,
                              sizeof count);
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, sums, sum,
                              sizeof sum);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}

int main() {
  int* counts;
  float* sums;
  cudaMalloc(&counts, kBins * sizeof(int));
  cudaMalloc(&sums, kBins * sizeof(float));
  cudaMemset(counts, 0, kBins * sizeof(int));
  cudaMemset(sums, 0, kBins * sizeof(float));
  add<<<kBlocks, kBins>>>(counts, sums);
  int host[kBins];
  float host_sums[kBins];
  cudaMemcpy(host, counts, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(host_sums, sums, sizeof host_sums, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < kBins; ++i) {
    wrong += host[i] != i * kBlocks + kBlocks * (kBlocks - 1) / 2;
    wrong += host_sums[i] != static_cast<float>(i) / 2 * kBlocks;
  }
  std::printf("%d wrong\n", wrong);
  cudaFree(counts);
  cudaFree(sums);
}
