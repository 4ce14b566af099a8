// Each thread has waited for its own copy, but reads its neighbour's.
// expect: simt:
// expect: @use
// expect: @copy
#include <cuda_runtime.h>

__global__ void shift(const float* in, float* out) {
  __shared__ float tile[64];
  const auto place = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x]));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(place),  // @copy
               "l"(in + threadIdx.x)
               : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[threadIdx.x] = tile[(threadIdx.x + 1) % 64];  // @use
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMemset(in, 0, 64 * sizeof(float));
  shift<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
