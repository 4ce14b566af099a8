// Copying a struct that is set in part is right; using the member that is not set is no longer.
// expect: simt: read of shared memory that nobody has written, at byte 8 of stars
// expect: @use
#include <cuda_runtime.h>

struct Star {
  float x, y;
  int colour;
};

__global__ void paint(int* out) {
  __shared__ Star stars[32];
  stars[threadIdx.x].x = threadIdx.x;
  stars[threadIdx.x].y = 0;
  __syncthreads();
  const Star copy = stars[31 - threadIdx.x];
  out[threadIdx.x] = static_cast<int>(copy.x) + stars[threadIdx.x].colour;  // @use
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  paint<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
