// Right, but every warp loads the six numbers from global memory.
// rejected by: model
// expect: FAILED  n = 1, first map: the kernel reads no __constant__ variable
#include <cuda_runtime.h>

__device__ float map[6];

void set_map(const float* numbers) { cudaMemcpyToSymbol(map, numbers, sizeof map); }

void set_shift(float e, float f) {
  const float shift[2] = {e, f};
  cudaMemcpyToSymbol(map, shift, sizeof shift, 4 * sizeof(float));
}

__global__ void move_points(float* new_x, float* new_y, const float* x, const float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  new_x[i] = map[0] * x[i] + map[1] * y[i] + map[4];
  new_y[i] = map[2] * x[i] + map[3] * y[i] + map[5];
}
