// A pointer to a local variable goes to the child within a struct: no argument tells what it is.
// expect: another thread's local variable
// expect: @read
// expect: by      thread (0,0,0) of block (0,0,0)
// expect: a child grid sees global memory only
// expect: kernel  child
#include <cuda_runtime.h>

struct Range {
  const int* begin;
  int count;
};

__global__ void child(int* data, Range range) {
  data[0] = range.begin[0];  // @read
}

__global__ void parent(int* data) {
  int local[4] = {1, 2, 3, 4};
  child<<<1, 1>>>(data, Range{local + data[1], 2});
  data[1] = local[data[1] + 1];
}

int main() {
  int* data;
  cudaMalloc(&data, 2 * sizeof(int));
  cudaMemset(data, 0, 2 * sizeof(int));
  parent<<<1, 1>>>(data);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
