// The last warp to arrive adds up what all have left: a counter with the order of acquire and release.
// prints: 2016 8128
#include <cuda_runtime.h>
#include <cuda/atomic>

#include <cstdio>

__global__ void sum(int* out) {
  __shared__ int of_warp[8];
  __shared__ unsigned arrived;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0) arrived = 0;
  __syncthreads();
  const int mine = __reduce_add_sync(0xffffffffu, static_cast<int>(threadIdx.x));
  if (lane != 0) return;
  of_warp[warp] = mine;
  cuda::atomic_ref<unsigned, cuda::thread_scope_block> counter(arrived);
  const unsigned warps = blockDim.x / 32;
  if (counter.fetch_add(1, cuda::memory_order_acq_rel) == warps - 1) {
    int all = 0;
    for (unsigned i = 0; i < warps; ++i) all += of_warp[i];
    *out = all;
  }
}

int main() {
  int *out, host[2];
  cudaMalloc(&out, sizeof host);
  sum<<<1, 64>>>(out);
  sum<<<1, 128>>>(out + 1);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[1]);
  cudaFree(out);
}
