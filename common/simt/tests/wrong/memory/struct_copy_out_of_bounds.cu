// The compiler makes the copy of a struct: the report names the line that copies, not that of the struct.
// expect: simt: write of 4 bytes of global memory out of bounds, 0 bytes past the end of the 640 bytes that were allocated at
// expect: @copy
// expect: by      thread (4,0,0) of block (0,0,0)
#include <cuda_runtime.h>

struct Block {
  int values[40];
};

__global__ void copy(Block* to, const Block* from) {
  Block& target = to[threadIdx.x];
  target = from[threadIdx.x % 4];  // @copy
}

int main() {
  Block *from, *to;
  cudaMalloc(&from, 4 * sizeof(Block));
  cudaMalloc(&to, 4 * sizeof(Block));
  cudaMemset(from, 0, 4 * sizeof(Block));
  copy<<<1, 5>>>(to, from);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
