// Right, and the host has computed all of it.
// rejected by: model
// expect: written by a copy or a memset of the host
#include <cuda_runtime.h>

#include <vector>

constexpr int kMaxRadius = 3;

int wrap(int i, int size) { return (i % size + size) % size; }

void filter_wallpaper(float* out, const float* in, int width, int height, const float* weights,
                      int radius) {
  std::vector<float> from(width * height), to(width * height);
  const size_t bytes = from.size() * sizeof(float);
  cudaMemcpy(from.data(), in, bytes, cudaMemcpyDeviceToHost);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      int k = 0;
      for (int j = -radius; j <= radius; ++j) {
        for (int i = -radius; i <= radius; ++i, ++k) {
          to[y * width + x] += weights[k] * from[wrap(y + j, height) * width + wrap(x + i, width)];
        }
      }
    }
  }
  cudaMemcpy(out, to.data(), bytes, cudaMemcpyHostToDevice);
}
