// Right, but the host filters.
// rejected by: model
// expect: written by a copy or a memset of the host
#include <cuda_runtime.h>

constexpr int kRadius = 3, kSide = 2 * kRadius + 1;
__constant__ float weights[kSide][kSide];
__device__ inline int clamp(int i, int size) { return min(max(i, 0), size - 1); }
constexpr int kPixels = 484;

#include <algorithm>
#include <vector>

void launch_filter(float* out, const float* in, int width, int height) {
  float w[kSide][kSide];
  cudaMemcpyFromSymbol(w, weights, sizeof w);
  std::vector<float> pixels(width * height), results(width * height);
  cudaMemcpy(pixels.data(), in, pixels.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int j = 0; j < kSide; ++j) {
        for (int i = 0; i < kSide; ++i) {
          const int row = std::clamp(y + j - kRadius, 0, height - 1);
          const int column = std::clamp(x + i - kRadius, 0, width - 1);
          results[y * width + x] += w[j][i] * pixels[row * width + column];
        }
      }
    }
  }
  cudaMemcpy(out, results.data(), results.size() * sizeof(float), cudaMemcpyHostToDevice);
}
