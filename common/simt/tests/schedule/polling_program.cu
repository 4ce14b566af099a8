// Threads that wait for others in loops, and how often each looks: which thread runs when is the scheduler's own, and no
// check changes it. Prints a line per kernel; schedule_test.sh runs it with checks on and off. With an argument, nobody sets
// the flag that they wait for.
#include <cuda_runtime.h>

#include <cstdio>

__device__ volatile int flag_of_device;

// A warp waits for another one, by a flag in global memory.
__global__ void wait_for_warp(volatile int* flag, int* polls) {
  int count = 0;
  if (threadIdx.x < 32) {
    while (*flag == 0) ++count;
  } else if (threadIdx.x == 63) {
    for (int i = 0; i < 100; ++i) count += *flag + i % 3;
    __threadfence();
    *flag = 1;
  }
  polls[threadIdx.x] = count;
}

// Each block waits for the one before it, by a __device__ variable.
__global__ void chain_of_blocks(int* polls) {
  int count = 0;
  while (flag_of_device != static_cast<int>(blockIdx.x)) ++count;
  __threadfence();
  flag_of_device = static_cast<int>(blockIdx.x) + 1;
  polls[blockIdx.x] = count;
}

// A lock: whoever fails tries again.
__global__ void lock(int* word, int* sum, int* polls) {
  int count = 0;
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(word, 0, 1) != 0) ++count;
    __threadfence();
    *sum += 1;
    __threadfence();
    atomicExch(word, 0);
  }
  polls[blockIdx.x * blockDim.x + threadIdx.x] = count;
}

// A flag in shared memory, behind a fence, for the other warp.
__global__ void shared_flag(int* polls) {
  __shared__ volatile int flag;
  __shared__ int data;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  int count = 0;
  if (threadIdx.x == 63) {
    data = 7;
    __threadfence_block();
    flag = 1;
  } else if (threadIdx.x < 32) {
    __threadfence_block();
    while (flag == 0) ++count;
    __threadfence_block();
    count += data;
  }
  polls[threadIdx.x] = count;
}

__global__ void wait_for_nobody(volatile int* flag) {
  while (*flag == 0) {
  }
}

int main(int argc, char**) {
  constexpr int kMost = 512;
  int *memory, *polls, host[kMost];
  cudaMalloc(&memory, 2 * sizeof(int));
  cudaMalloc(&polls, sizeof host);
  const auto print = [&](const char* name, int count) {
    cudaMemcpy(host, polls, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%s:", name);
    for (int i = 0; i < count; ++i) std::printf(" %d", host[i]);
    std::printf("\n");
    cudaMemset(memory, 0, 2 * sizeof(int));
    cudaMemset(polls, 0, sizeof host);
  };
  cudaMemset(memory, 0, 2 * sizeof(int));
  cudaMemset(polls, 0, sizeof host);
  if (argc > 1) {
    wait_for_nobody<<<2, 64>>>(memory);
    return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 4 : 5;
  }
  wait_for_warp<<<1, 64>>>(memory, polls);
  print("wait_for_warp", 64);
  chain_of_blocks<<<16, 1>>>(polls);
  print("chain_of_blocks", 16);
  lock<<<4, 128>>>(memory, memory + 1, polls);
  print("lock", 512);
  shared_flag<<<1, 64>>>(polls);
  print("shared_flag", 64);
  cudaFree(memory);
  cudaFree(polls);
  if (std::fflush(stdout) != 0) {  // a full disk loses it without a word
    std::perror("what it prints");
    return 6;
  }
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
