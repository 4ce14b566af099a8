// The second map is never copied.
// rejected by: result
// expect: FAILED  n = 1, other map: new_x, index 0: expected
#include <cuda_runtime.h>

// (x, y) goes to (a x + b y + e, c x + d y + f).
__constant__ float map[6];

// Makes all six numbers known to the kernels that are launched from now on.
void set_map(const float* numbers) {
  static bool is_set = false;
  if (!is_set) cudaMemcpyToSymbol(map, numbers, sizeof map);
  is_set = true;
}

// Makes another e and f known; a, b, c and d stay as they are.
void set_shift(float e, float f) {
  const float shift[2] = {e, f};
  cudaMemcpyToSymbol(map, shift, sizeof shift, 4 * sizeof(float));
}

// Launched with one thread per point, blocks of 256.
__global__ void move_points(float* new_x, float* new_y, const float* x, const float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  new_x[i] = map[0] * x[i] + map[1] * y[i] + map[4];
  new_y[i] = map[2] * x[i] + map[3] * y[i] + map[5];
}
