// Host code assigns to the numbers by their name, which on a GPU is another variable there.
// rejected by: model
// expect: simt: host code reads or writes a __constant__ variable
#include <cuda_runtime.h>

__constant__ float map[6];
void set_map(const float* numbers) {
  for (int i = 0; i < 6; ++i) map[i] = numbers[i];
}
void set_shift(float e, float f) {
  map[4] = e;
  map[5] = f;
}
__global__ void move_points(float* new_x, float* new_y, const float* x, const float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  new_x[i] = map[0] * x[i] + map[1] * y[i] + map[4];
  new_y[i] = map[2] * x[i] + map[3] * y[i] + map[5];
}
