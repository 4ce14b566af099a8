// Right, but two of the six numbers come from global memory.
// rejected by: model
// expect: FAILED  n = 20011, first map: the kernel loads more than x and y from global memory
#include <cuda_runtime.h>

// (x, y) goes to (a x + b y + e, c x + d y + f).
__constant__ float map[4];
__device__ float shift[2];

// Makes all six numbers known to the kernels that are launched from now on.
void set_map(const float* numbers) {
  cudaMemcpyToSymbol(map, numbers, sizeof map);
  cudaMemcpyToSymbol(shift, numbers + 4, sizeof shift);
}

// Makes another e and f known; a, b, c and d stay as they are.
void set_shift(float e, float f) {
  const float numbers[2] = {e, f};
  cudaMemcpyToSymbol(shift, numbers, sizeof shift);
}

// Launched with one thread per point, blocks of 256.
__global__ void move_points(float* new_x, float* new_y, const float* x, const float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float u = x[i], v = y[i];
  new_x[i] = map[0] * u + map[1] * v + shift[0];
  new_y[i] = map[2] * u + map[3] * v + shift[1];
}
