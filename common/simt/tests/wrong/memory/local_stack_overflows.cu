// A walk through a tree keeps what is left on a stack of three, which is enough for a small one.
// expect: simt: index 3 is out of bounds of an array of type int [3]
// expect: @push
#include <cuda_runtime.h>

class Stack {
 public:
  __device__ void push(int node) {
    nodes_[size_++] = node;  // @push
  }
  __device__ int pop() { return nodes_[--size_]; }
  __device__ bool is_empty() const { return size_ == 0; }

 private:
  int nodes_[3];
  int size_ = 0;
};

__global__ void count(int nodes, int* out) {
  Stack stack;
  stack.push(0);
  int visited = 0;
  while (!stack.is_empty()) {
    const int node = stack.pop();
    ++visited;
    if (2 * node + 1 < nodes) stack.push(2 * node + 1);
    if (2 * node + 2 < nodes) stack.push(2 * node + 2);
  }
  *out = visited;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  count<<<1, 1>>>(15, out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
