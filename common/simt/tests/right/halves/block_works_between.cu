// Between the halves of the block's barrier every thread works in its own place; the others' are read behind it.
// prints: 63 62 0
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <utility>

namespace cg = cooperative_groups;

__global__ void reverse(int* out) {
  __shared__ int row[64];
  __shared__ int own[64];
  const int t = threadIdx.x;
  const cg::thread_block block = cg::this_thread_block();
  row[t] = t;
  auto token = block.barrier_arrive();
  own[t] = t;
  own[t] *= 2;
  block.barrier_wait(std::move(token));
  out[t] = row[63 - t] + own[t] - 2 * t;
  __syncthreads();
  row[t] = own[63 - t];  // behind a barrier of both
}

int main() {
  int *out, host[64];
  cudaMalloc(&out, sizeof host);
  reverse<<<1, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", host[0], host[1], host[63]);
  cudaFree(out);
}
