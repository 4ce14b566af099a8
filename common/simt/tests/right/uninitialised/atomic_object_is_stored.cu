// A store, or an exchange, by cuda::atomic_ref and cuda::atomic is all that a flag or a counter needs.
// prints: 64 64 7
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/atomic>
#include <new>

using BlockCounter = cuda::atomic<int, cuda::thread_scope_block>;

__global__ void count(int* out) {
  __shared__ int arrivals;
  __shared__ alignas(BlockCounter) unsigned char memory[sizeof(BlockCounter)];
  auto* const counter = reinterpret_cast<BlockCounter*>(memory);
  cuda::atomic_ref<int, cuda::thread_scope_block> arrived(arrivals);
  if (threadIdx.x == 0) {
    arrived.store(0, cuda::memory_order_relaxed);
    new (counter) BlockCounter(0);
  }
  __syncthreads();
  arrived.fetch_add(1, cuda::memory_order_relaxed);
  counter->fetch_add(1);
  __syncthreads();
  if (threadIdx.x == 0) {
    out[0] = arrived.load();
    out[1] = counter->load();
  }
}

__global__ void exchange(int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> place(out[2]);
  place.exchange(3);
  place.fetch_or(4);
}

int main() {
  int *out, host[3] = {};
  cudaMalloc(&out, sizeof host);
  count<<<1, 64>>>(out);
  exchange<<<1, 1>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", host[0], host[1], host[2]);
  cudaFree(out);
}
