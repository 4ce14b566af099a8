// Right, but the six numbers come from global memory, if only one time for each block.
// rejected by: model
// expect: FAILED  n = 1, first map: the kernel reads no __constant__ variable
#include <cuda_runtime.h>

// (x, y) goes to (a x + b y + e, c x + d y + f).
__device__ float map[6];

// Makes all six numbers known to the kernels that are launched from now on.
void set_map(const float* numbers) { cudaMemcpyToSymbol(map, numbers, sizeof map); }

// Makes another e and f known; a, b, c and d stay as they are.
void set_shift(float e, float f) {
  const float shift[2] = {e, f};
  cudaMemcpyToSymbol(map, shift, sizeof shift, 4 * sizeof(float));
}

// Launched with one thread per point, blocks of 256.
__global__ void move_points(float* new_x, float* new_y, const float* x, const float* y, int n) {
  __shared__ float block_map[6];
  if (threadIdx.x < 6) block_map[threadIdx.x] = map[threadIdx.x];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float from_x = x[i], from_y = y[i];
  new_x[i] = block_map[0] * from_x + block_map[1] * from_y + block_map[4];
  new_y[i] = block_map[2] * from_x + block_map[3] * from_y + block_map[5];
}
