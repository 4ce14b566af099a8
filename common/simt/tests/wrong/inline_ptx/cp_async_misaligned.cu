// Four floats from the second one on.
// expect: simt: cp.async.cg of 16 bytes at a misaligned address
// expect: @copy
// expect: multiples of the size, 16 bytes
#include <cuda_runtime.h>

__global__ void shift(const float* in, float* out) {
  __shared__ float4 tile[32];
  const auto place = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x]));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place),  // @copy
               "l"(in + 4 * threadIdx.x + 1));
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[threadIdx.x] = tile[threadIdx.x].x;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 129 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, 129 * sizeof(float));
  shift<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 3;
}
