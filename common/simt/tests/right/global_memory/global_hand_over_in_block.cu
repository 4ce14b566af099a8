// One warp leaves something in global memory for another one of its block: a fence, then a flag, in global
// memory, in shared memory, or as cuda::atomic; and a lock between threads of a block.
// prints: 496 496 496 4
#include <cuda_runtime.h>
#include <cuda/atomic>

#include <cstdio>

__device__ volatile int flag_in_global;

__global__ void by_volatile(int* mail, int* out) {
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    mail[lane] = lane;
    __syncwarp();
    if (lane == 0) {
      __threadfence_block();
      flag_in_global = 1;
    }
  } else {
    if (lane == 0) {
      while (flag_in_global == 0) {
      }
      __threadfence_block();
    }
    __syncwarp();
    atomicAdd(out, mail[31 - lane]);
  }
}

__global__ void by_shared(int* mail, int* out) {
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    mail[lane] = lane;
    __syncwarp();
    if (lane == 0) {
      __threadfence_block();
      atomicExch(&flag, 1);
    }
  } else {
    if (lane == 0) {
      while (atomicAdd(&flag, 0) == 0) {
      }
      __threadfence_block();
    }
    __syncwarp();
    atomicAdd(out, mail[31 - lane]);
  }
}

__global__ void by_atomic(int* mail, int* out, cuda::atomic<int, cuda::thread_scope_block>* flag) {
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    mail[lane] = lane;
    __syncwarp();
    if (lane == 0) flag->store(1, cuda::memory_order_release);
  } else {
    if (lane == 0) {
      while (flag->load(cuda::memory_order_acquire) == 0) {
      }
    }
    __syncwarp();
    atomicAdd(out, mail[31 - lane]);
  }
}

__global__ void by_lock(int* lock, int* sum) {
  if (threadIdx.x % 32 != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence_block();
  *sum += 1;
  __threadfence_block();
  atomicExch(lock, 0);
}

int main() {
  int *mail, *out, sums[4];
  cudaMalloc(&mail, 32 * sizeof(int));
  cudaMalloc(&out, 6 * sizeof(int));
  cudaMemset(out, 0, 6 * sizeof(int));
  by_volatile<<<1, 64>>>(mail, out);
  by_shared<<<1, 64>>>(mail, out + 1);
  by_atomic<<<1, 64>>>(mail, out + 2,
                       reinterpret_cast<cuda::atomic<int, cuda::thread_scope_block>*>(out + 4));
  by_lock<<<1, 128>>>(out + 5, out + 3);
  cudaMemcpy(sums, out, sizeof(sums), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);
  cudaFree(mail);
  cudaFree(out);
}
