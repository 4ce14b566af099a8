// Right, and the weights get memory of their own on the device.
// rejected by: model
// expect: bytes copied to global memory:
// expect: to constant memory
#include <cuda_runtime.h>

constexpr int kMaxRadius = 3;

// i may be negative, and more than one picture away.
__device__ int wrap(int i, int size) {
  const int rest = i % size;
  return rest < 0 ? rest + size : rest;
}

__global__ void filter(float* out, const float* in, int width, int height, const float* weights,
                       int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  int k = 0;
  for (int j = -radius; j <= radius; ++j) {
    const float* row = in + wrap(y + j, height) * width;
    for (int i = -radius; i <= radius; ++i, ++k) sum += weights[k] * row[wrap(x + i, width)];
  }
  out[y * width + x] = sum;
}

void filter_wallpaper(float* out, const float* in, int width, int height, const float* weights,
                      int radius) {
  const int side = 2 * radius + 1;
  float* device_weights = nullptr;
  cudaMalloc(&device_weights, side * side * sizeof(float));
  cudaMemcpy(device_weights, weights, side * side * sizeof(float), cudaMemcpyHostToDevice);
  const dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
  filter<<<grid, block>>>(out, in, width, height, device_weights, radius);
  cudaFree(device_weights);
}
