// Twenty lanes take their right neighbour's value; the last one's neighbour has gone another way and ended.
// exit: 0
// expect: simt: warning: lane 19 shuffles from lane 20, which has exited (mask 0xffffffff)
// expect: @shuffle
// expect: thread (19,0,0) of block (0,0,0)
// expect: the value is undefined
#include <cuda_runtime.h>

__global__ void difference(int* values, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const int right = __shfl_down_sync(0xffffffffu, values[i], 1);  // @shuffle
  values[i] = right - values[i];
}

int main() {
  int* values;
  if (cudaMalloc(&values, 128) != cudaSuccess || cudaMemset(values, 0, 128) != cudaSuccess)
    return 2;
  difference<<<1, 32>>>(values, 20);
  if (cudaDeviceSynchronize() != cudaSuccess) return 3;
  return cudaFree(values) == cudaSuccess ? 0 : 2;
}
