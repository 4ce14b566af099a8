// In host code map is the name of a variable of the device, not its address.
// rejected by: result
// expect: cudaMemcpy(map
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

// (x, y) goes to (a x + b y + e, c x + d y + f).
__constant__ float map[6];

// Makes all six numbers known to the kernels that are launched from now on.
void set_map(const float* numbers) {
  CHECK(cudaMemcpy(map, numbers, sizeof map, cudaMemcpyHostToDevice));
}

// Makes another e and f known; a, b, c and d stay as they are.
void set_shift(float e, float f) {
  const float shift[2] = {e, f};
  CHECK(cudaMemcpy(map + 4, shift, sizeof shift, cudaMemcpyHostToDevice));
}

// Launched with one thread per point, blocks of 256.
__global__ void move_points(float* new_x, float* new_y, const float* x, const float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  new_x[i] = map[0] * x[i] + map[1] * y[i] + map[4];
  new_y[i] = map[2] * x[i] + map[3] * y[i] + map[5];
}
