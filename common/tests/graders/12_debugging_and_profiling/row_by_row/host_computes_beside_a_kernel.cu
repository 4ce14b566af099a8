// The host amplifies, and a kernel does nothing.
// rejected by: model
// expect: what computes the others, the host?
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

constexpr int kBlock = 256;

constexpr bool kCaseIsOpen = true;  // true: the check runs the program

__global__ void amplify() {}

void amplify_all(float* out, const float* in, const float* gains, int channels, int samples) {
  amplify<<<1, kBlock>>>();
  CHECK_LAST();
  for (int i = 0; i < channels * samples; ++i) out[i] = in[i] * gains[i / samples];
  CHECK(cudaDeviceSynchronize());
}
