// malloc() got a number of elements, the copy one of bytes; it begins in the middle of the array.
// expect: simt: cudaMemcpyAsync() reads 4000 bytes of the host's memory
// expect: @copy
// expect: in bytes, and that of the array one in elements?
#include <cuda_runtime.h>

#include <cstdlib>

int main() {
  constexpr int n = 2000;
  auto* const weights = static_cast<float*>(std::malloc(n));
  for (int i = 0; i < n / 4; ++i) weights[i] = 1;
  float* half;
  cudaMalloc(&half, n / 2 * sizeof(float));
  cudaMemcpyAsync(half, weights + 250, n / 2 * sizeof(float), cudaMemcpyHostToDevice);  // @copy
  cudaDeviceSynchronize();
  cudaFree(half);
  std::free(weights);
}
