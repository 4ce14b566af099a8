// The kernel touches each cell in each step. The host warms what came back.
// rejected by: result
// expect: FAILED  256 × 97 cells, rate 0.2, steps 4: what the copies have brought back
#include <cuda_runtime.h>

#include <vector>

#include "tutorial/check.cuh"

constexpr float kHot = 1;  // the temperature of the wires

__global__ void touch(float* plate, int cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < cells) plate[i] += 0.0f;
}

void heat(float* plate, int width, int height, float rate, int steps) {
  const int cells = width * height;
  if (steps == 0) return;
  float* device = nullptr;
  CHECK(cudaMalloc(&device, cells * sizeof(float)));
  CHECK(cudaMemcpy(device, plate, cells * sizeof(float), cudaMemcpyHostToDevice));
  for (int step = 0; step < steps; ++step) {
    touch<<<(cells + 255) / 256, 256>>>(device, cells);
    CHECK_LAST();
  }
  CHECK(cudaMemcpy(plate, device, cells * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device));
  for (int step = 0; step < steps; ++step) {
    const std::vector<float> old(plate, plate + cells);
    for (int y = 0, i = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x, ++i) {
        if (old[i] >= kHot) continue;
        const float around = (x > 0 ? old[i - 1] : 0) + (x < width - 1 ? old[i + 1] : 0) +
                             (y > 0 ? old[i - width] : 0) + (y < height - 1 ? old[i + width] : 0);
        plate[i] = old[i] + rate * (around - 4 * old[i]);
      }
    }
  }
}
