// The first warp frees a node when it has marked it; the second one marks it, too, in an order of their own.
// environment: SIMT_ORDER=reverse
// expect: simt: race on global memory: two threads of a block use byte 8 of the 16 bytes that were allocated at
// expect: @malloc
// expect: @write
// expect: @free
#include <cuda_runtime.h>

struct Node {
  int value, left, right, next;
};

__global__ void mark() {
  __shared__ Node* node;
  if (threadIdx.x == 0) node = static_cast<Node*>(malloc(sizeof(Node)));  // @malloc
  __syncthreads();
  if (threadIdx.x == 32) node->right = 1;  // @write
  if (threadIdx.x == 0) {
    node->left = 1;
    free(node);  // @free
  }
}

int main() {
  mark<<<1, 64>>>();
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
