// The column is an index of bytes here, as if the pitch were too: the last row leaves the allocation.
// expect: simt: write of 4 bytes of global memory out of bounds
// expect: bytes past the end of the 2048 bytes that were allocated at
// expect: @allocation
// expect: @access
// expect: thread (0,1,0)
#include <cuda_runtime.h>

__global__ void clear(float* base, size_t pitch) {
  base[threadIdx.y * pitch + threadIdx.x] = 0;  // @access
}

int main() {
  float* data;
  size_t pitch;
  cudaMallocPitch(&data, &pitch, 32 * sizeof(float), 4);  // @allocation
  clear<<<1, dim3(32, 4)>>>(data, pitch);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
