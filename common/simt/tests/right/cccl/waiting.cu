// What libcu++ has for threads that wait for each other, beside the barriers of the backend's own.
// supports: <cuda/latch>, <cuda/semaphore>, <cuda/std/barrier>: latches, semaphores and cuda::std::barrier, as CCCL has them
// prints: right
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/barrier>
#include <cuda/stream_ref>

#include <cstdio>
#include <new>

using Latch = cuda::latch<cuda::thread_scope_block>;
using Semaphore = cuda::binary_semaphore<cuda::thread_scope_block>;

__global__ void reverse_and_count(int* out, int* guarded) {
  __shared__ alignas(Latch) char latch_bytes[sizeof(Latch)];
  __shared__ alignas(Semaphore) char semaphore_bytes[sizeof(Semaphore)];
  __shared__ int values[64];
  Latch* const latch = reinterpret_cast<Latch*>(latch_bytes);
  Semaphore* const semaphore = reinterpret_cast<Semaphore*>(semaphore_bytes);
  if (threadIdx.x == 0) {
    new (latch) Latch(64);
    new (semaphore) Semaphore(1);
  }
  __syncthreads();
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  latch->arrive_and_wait();
  out[threadIdx.x] = values[63 - threadIdx.x];
  if (threadIdx.x % 32 == 0) {
    semaphore->acquire();
    *guarded = *guarded + 1;
    semaphore->release();
  }
}

__global__ void add_in_phases(int* sum) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_block> total(*sum);
  total.fetch_add(1, cuda::memory_order_relaxed);
  barrier.arrive_and_wait();
  if (total.load(cuda::std::memory_order_relaxed) != 32) total.store(-1000);
}

int main() {
  int* out;
  cudaMallocManaged(&out, 66 * sizeof(int));
  out[64] = out[65] = 0;
  reverse_and_count<<<1, 64>>>(out, out + 64);
  add_in_phases<<<1, 32>>>(out + 65);
  cuda::stream_ref(cudaStreamLegacy).wait();
  bool is_right = out[64] == 2 && out[65] == 32;
  for (int i = 0; i < 64; ++i) is_right = is_right && out[i] == 63 - i;
  std::printf("%s\n", is_right ? "right" : "wrong");
  cudaFree(out);
  return is_right ? 0 : 1;
}
