// Right, but one warp computes all points.
// rejected by: model
// expect: FAILED  n = 1009, first map: all 1009 elements of new_x were written by warp 0 of block (0,0,0) alone: share them out
#include <cuda_runtime.h>

// (x, y) goes to (a x + b y + e, c x + d y + f).
__constant__ float map[6];

// Makes all six numbers known to the kernels that are launched from now on.
void set_map(const float* numbers) { cudaMemcpyToSymbol(map, numbers, sizeof map); }

// Makes another e and f known; a, b, c and d stay as they are.
void set_shift(float e, float f) {
  const float shift[2] = {e, f};
  cudaMemcpyToSymbol(map, shift, sizeof shift, 4 * sizeof(float));
}

// Launched with one thread per point, blocks of 256.
__global__ void move_points(float* new_x, float* new_y, const float* x, const float* y, int n) {
  if (blockIdx.x > 0 || threadIdx.x >= 32) return;
  for (int i = threadIdx.x; i < n; i += 32) {
    new_x[i] = map[0] * x[i] + map[1] * y[i] + map[4];
    new_y[i] = map[2] * x[i] + map[3] * y[i] + map[5];
  }
}
