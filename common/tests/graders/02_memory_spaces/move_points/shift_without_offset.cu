// Without an offset e and f replace a and b.
// rejected by: result
// expect: FAILED  n = 1, other shift: set_shift has copied e and f to byte 0 of the variable, where a was
#include <cuda_runtime.h>

__constant__ float map[6];

void set_map(const float* numbers) { cudaMemcpyToSymbol(map, numbers, sizeof map); }

void set_shift(float e, float f) {
  const float shift[2] = {e, f};
  cudaMemcpyToSymbol(map, shift, sizeof shift);
}

__global__ void move_points(float* new_x, float* new_y, const float* x, const float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  new_x[i] = map[0] * x[i] + map[1] * y[i] + map[4];
  new_y[i] = map[2] * x[i] + map[3] * y[i] + map[5];
}
