// Threads where the blocks belong, so a block is too large. The program notices and ends; CUDA's error names no number.
// exit: 3
// expect: simt: the launch of fill at
// expect: @launch
// expect: was refused: a block of (4096,1,1) has 4096 threads, and may have 1024 at most
// expect: <<<blocks, threads>>>
#include <cuda_runtime.h>

__global__ void fill(int* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = i;
}

int main() {
  constexpr int kCount = 1 << 20, kThreads = 256, kBlocks = kCount / kThreads;
  int* values;
  cudaMalloc(&values, kCount * sizeof *values);
  fill<<<kThreads, kBlocks>>>(values, kCount);  // @launch
  if (cudaGetLastError() != cudaSuccess) return 3;
  cudaFree(values);
}
