// The first block walks along a list, which the second one deletes. Here that comes first, and the walk ends at a null
// pointer, which is not what is wrong.
// environment: SIMT_ORDER=reverse
// expect: simt: race on global memory: two blocks use byte 0 of the 16392 bytes that were allocated at
// expect: @first
// expect: @walk by thread (0,0,0) of block (0,0,0)
// expect: @delete by thread (0,0,0) of block (1,0,0)
// expect: advice  memory is gone for all threads: let a later kernel free
#include <cuda_runtime.h>

struct Node {
  Node* next;
  int values[4096];
};

__device__ Node* list;

__global__ void make() {
  list = new Node;  // @first
  list->next = new Node;
  list->next->next = list;
}

__global__ void count(int* nodes) {
  if (blockIdx.x == 0) {
    const Node* node = list;
    do {
      node = node->next;  // @walk
      ++*nodes;
    } while (node != list);
  } else {
    delete list->next;
    delete list;  // @delete
  }
}

int main() {
  int* nodes;
  cudaMalloc(&nodes, sizeof(int));
  cudaMemset(nodes, 0, sizeof(int));
  make<<<1, 1>>>();
  count<<<2, 1>>>(nodes);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
