// A stack of nodes under a lock: what one thread has pushed, another one pops and frees.
// prints: sum 28, left 0
#include <cuda_runtime.h>

#include <cstdio>

struct Node {
  int value;
  Node* next;
};

__device__ Node* top;
__device__ int lock;

__device__ void take_lock() {
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence();
}
__device__ void give_lock() {
  __threadfence();
  atomicExch(&lock, 0);
}

__global__ void push_and_pop(int* sum) {
  if (threadIdx.x % 32 != 0) return;  // a warp each
  Node* const node = new Node;
  node->value = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) / 32;
  take_lock();
  node->next = top;
  top = node;
  give_lock();
  take_lock();
  Node* const other = top;
  top = other->next;
  give_lock();
  atomicAdd(sum, other->value);
  delete other;
}

__global__ void count(int* left) {
  *left = 0;
  for (const Node* node = top; node != nullptr; node = node->next) ++*left;
}

int main() {
  int *out, host[2];
  cudaMalloc(&out, sizeof host);
  cudaMemset(out, 0, sizeof host);
  push_and_pop<<<4, 64>>>(out);
  count<<<1, 1>>>(out + 1);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("sum %d, left %d\n", host[0], host[1]);
  cudaFree(out);
}
