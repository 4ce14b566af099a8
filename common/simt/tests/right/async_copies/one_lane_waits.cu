// One lane of each warp waits for the copies, the others learn of it: by __syncwarp() there, and by a flag here.
// prints: 496 528
#include <cuda_runtime.h>
#include <cuda/atomic>
#include <cuda/barrier>

#include <cstdio>

#pragma nv_diag_suppress static_var_with_dynamic_init

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void sum(const int* in, int* out) {
  __shared__ int values[32];
  __shared__ Barrier barrier;
  __shared__ int told;
  if (threadIdx.x == 0) {
    init(&barrier, 1);
    told = 0;
  }
  __syncthreads();
  const int lane = threadIdx.x % 32;
  cuda::atomic_ref<int, cuda::thread_scope_block> flag(told);
  if (threadIdx.x < 32) {
    if (lane == 0) {
      cuda::memcpy_async(values, in, cuda::aligned_size_t<16>(sizeof values), barrier);
      barrier.arrive_and_wait();
      flag.store(1, cuda::memory_order_release);
    }
    __syncwarp();
    const int all = __reduce_add_sync(0xffffffffu, values[31 - lane]);
    if (lane == 0) out[0] = all;
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    const int all = __reduce_add_sync(0xffffffffu, values[31 - lane] + 1);
    if (lane == 0) out[1] = all;
  }
}

int main() {
  int host[32];
  for (int i = 0; i < 32; ++i) host[i] = i;
  int *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, 2 * sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  sum<<<1, 64>>>(in, out);
  cudaMemcpy(host, out, 2 * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[1]);
  cudaFree(in);
  cudaFree(out);
}
