// Right, on the host.
// rejected by: model
// expect: written by a copy or a memset of the host
#include <cuda_runtime.h>

#include <vector>

constexpr int kTaps = 16;
__constant__ float taps[kTaps];

__global__ void filter(float* out, const float* in, int n) {}

void launch_filter(float* out, const float* in, int n) {
  std::vector<float> a(n), b(n);
  float h[kTaps];
  cudaMemcpyFromSymbol(h, taps, sizeof h);
  cudaMemcpy(a.data(), in, n * 4, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int k = 0; k < kTaps && k <= i; ++k) s += h[k] * a[i - k];
    b[i] = s;
  }
  cudaMemcpy(out, b.data(), n * 4, cudaMemcpyHostToDevice);
}
