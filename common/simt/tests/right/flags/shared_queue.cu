// A queue of four places between two warps: one counts what it has put in, the other what it has taken out.
// prints: 4950 100
#include <cuda_runtime.h>
#include <cuda/atomic>

#include <cstdio>

using Counter = cuda::atomic<int, cuda::thread_scope_block>;

__global__ void hand_over(int* out, int count) {
  constexpr int kPlaces = 4;
  __shared__ int places[kPlaces];
  __shared__ Counter put, taken;
  if (threadIdx.x == 0) {
    put.store(0);
    taken.store(0);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 0; i < count; ++i) {
      while (i - taken.load(cuda::memory_order_acquire) == kPlaces) {
      }
      places[i % kPlaces] = i;
      put.store(i + 1, cuda::memory_order_release);
    }
  } else if (threadIdx.x == 32) {
    int sum = 0;
    for (int i = 0; i < count; ++i) {
      while (put.load(cuda::memory_order_acquire) == i) {
      }
      sum += places[i % kPlaces];
      taken.fetch_add(1, cuda::memory_order_release);
    }
    out[0] = sum;
    out[1] = taken.load();
  }
}

int main() {
  int *out, host[2];
  cudaMalloc(&out, sizeof host);
  hand_over<<<1, 64>>>(out, 100);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[1]);
  cudaFree(out);
}
