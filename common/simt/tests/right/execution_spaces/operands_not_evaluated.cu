// Device code may name functions of the host where nothing is called, and host code those of the
// device.
// prints: 8 4
#include <cuda_runtime.h>

#include <cstdio>
#include <type_traits>

double mean(const float*, int) { return 0; }
__device__ int weight(int x) { return 2 * x; }

__global__ void measure(int* out) {
  using Result = decltype(mean(nullptr, 0));
  const Result two = 2;
  out[0] = static_cast<int>(sizeof(mean(nullptr, 0)));
  out[1] = weight(static_cast<int>(two));
}

int main() {
  static_assert(std::is_same_v<decltype(weight(1)), int>);
  int *out, got[2];
  cudaMalloc(&out, sizeof(weight(1)) * 2);
  measure<<<1, 1>>>(out);
  cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", got[0], got[1]);
  cudaFree(out);
  return mean(nullptr, 0) == 0 ? 0 : 1;
}
