// The wait leaves the group that is used in flight: 1 instead of 0.
// expect: simt: read of shared memory that an asynchronous copy may still be filling
// expect: @use
// expect: @copy
// expect: cp.async.wait_group 0
#include <cuda_runtime.h>

__global__ void twice(const float* in, float* out) {
  __shared__ float tile[64];
  const auto place = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x]));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(place),  // @copy
               "l"(in + threadIdx.x)
               : "memory");
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 1;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = 2 * tile[63 - threadIdx.x];  // @use
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMemset(in, 0, 64 * sizeof(float));
  twice<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
