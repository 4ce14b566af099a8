// What one thread has allocated belongs to it alone, and it frees it while its neighbours still read.
// expect: simt: read of 4 bytes of the device heap out of bounds, inside the 4 bytes that were allocated at
// expect: @access
#include <cuda_runtime.h>

__global__ void look(int* out) {
  __shared__ int* shared;
  if (threadIdx.x == 0) shared = new int(7);
  __syncthreads();
  if (threadIdx.x == 0) {
    out[0] = *shared;
    delete shared;
  }
  __syncwarp();
  if (threadIdx.x > 0) {
    out[threadIdx.x] = *shared;  // @access
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  look<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
