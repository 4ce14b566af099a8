// A flag in global memory hands over what lies in shared memory, from warp to warp of a block: what it orders does not
// depend on where it is.
// prints: plain 2016 2016
// prints: scoped 2016 2016
// prints: lock 96 96
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/atomic>

/// A volatile flag, with fences around it.
__global__ void plain(volatile int* flags, int* out) {
  __shared__ int numbers[64];
  volatile int* const flag = flags + blockIdx.x;
  if (threadIdx.x < 32) {
    numbers[threadIdx.x] = static_cast<int>(threadIdx.x);
    numbers[threadIdx.x + 32] = static_cast<int>(threadIdx.x) + 32;
    __syncwarp();
    if (threadIdx.x == 0) {
      __threadfence_block();
      *flag = 1;
    }
  } else if (threadIdx.x == 32) {
    while (*flag == 0) {
    }
    __threadfence_block();
    int sum = 0;
    for (const int number : numbers) sum += number;
    out[blockIdx.x] = sum;
  }
}

/// The same with a memory order; the flag is counted up.
__global__ void scoped(int* flags, int* out) {
  __shared__ int numbers[64];
  const cuda::atomic_ref<int, cuda::thread_scope_block> flag(flags[blockIdx.x]);
  if (threadIdx.x < 64) {
    numbers[threadIdx.x] = static_cast<int>(threadIdx.x);
    flag.fetch_add(1, cuda::std::memory_order_release);
  } else if (threadIdx.x == 64) {
    while (flag.load(cuda::std::memory_order_acquire) < 64) {
    }
    int sum = 0;
    for (const int number : numbers) sum += number;
    out[blockIdx.x] = sum;
  }
}

/// A lock in global memory, a counter in shared memory.
__global__ void lock(int* locks, int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  for (bool done = false; !done;) {
    if (atomicCAS(&locks[blockIdx.x], 0, 1) == 0) {
      __threadfence();
      count = count + 1;
      __threadfence();
      atomicExch(&locks[blockIdx.x], 0);
      done = true;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = count;
}

int main() {
  int *flags, *out, host[2];
  cudaMalloc(&flags, 6 * sizeof(int));
  cudaMalloc(&out, sizeof host);
  cudaMemset(flags, 0, 6 * sizeof(int));
  const auto show = [&](const char* name) {
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%s %d %d\n", name, host[0], host[1]);
  };
  plain<<<2, 64>>>(flags, out);
  show("plain");
  scoped<<<2, 96>>>(flags + 2, out);
  show("scoped");
  lock<<<2, 96>>>(flags + 4, out);
  show("lock");
  cudaFree(flags);
  cudaFree(out);
}
