// What a tile kernel may be given: numbers of all kinds, enums and pointers, with and without a name, also from a pack.
#include <cuda_fp16.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

enum class Mode : unsigned char { kOnce, kTwice };

template <int kTimes = 1, class T = float, class... Rest>
__tile_global__ void add(float* __restrict__ p, const float* const q, Mode mode, __half half,
                         unsigned long n, const bool, int (*)(int), T value, Rest... rest) {
  const float all = (0.0f + ... + static_cast<float>(rest));
  ct::store(p, ct::load(q) + static_cast<float>(half) + static_cast<float>(n) + all +
                   static_cast<float>(value) * kTimes * (mode == Mode::kTwice ? 2 : 1));
}

int main() {
  float *p, host = 1;
  cudaMalloc(&p, 2 * sizeof(float));
  cudaMemcpy(p + 1, &host, sizeof host, cudaMemcpyHostToDevice);
  add<3><<<1, 1>>>(p, p + 1, Mode::kTwice, __half(0.5f), 4ul, true, nullptr, 8.0f, 16, 32.0);
  cudaMemcpy(&host, p, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(p);
  return host == 1 + 0.5f + 4 + 6 * 8 + 16 + 32 ? 0 : 1;
}
