// Right, but the host has sorted.
// rejected by: model
// expect: written by a copy or a memset of the host
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

void launch_sort(unsigned char* out, const unsigned char* in, int width, int height) {
  std::vector<unsigned char> pixels(width * height);
  cudaMemcpy(pixels.data(), in, pixels.size(), cudaMemcpyDeviceToHost);
  for (int y = 0; y < height; ++y) {
    const auto row = pixels.begin() + y * width;
    for (int x = 0; x < width; x += 32) std::sort(row + x, row + std::min(x + 32, width));
  }
  cudaMemcpy(out, pixels.data(), pixels.size(), cudaMemcpyHostToDevice);
}
