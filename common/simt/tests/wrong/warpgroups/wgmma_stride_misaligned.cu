// The offsets of a swizzled tile are of one row, as they would be of a matrix of plain rows.
// expect: simt: wgmma.mma_async with a descriptor of A whose stride byte offset is 128 bytes past a multiple of 1024
// expect: @product
// expect: a swizzle of 128 bytes repeats every 8 rows, 1024 bytes
#include "../../warpgroups.cuh"

__global__ void multiply(float* out) {
  __shared__ alignas(1024) Number a[64][64];
  __shared__ alignas(1024) Number b[8][64];
  for (int i = threadIdx.x; i < 64 * 64; i += blockDim.x) a[i / 64][i % 64] = __float2bfloat16(1.f);
  for (int i = threadIdx.x; i < 8 * 64; i += blockDim.x) b[i / 64][i % 64] = __float2bfloat16(1.f);
  fence_for_products();
  __syncthreads();
  float sums[4] = {};
  FENCE_PRODUCTS();
  const std::uint64_t of_a = descriptor(a, 0, 128, 1), of_b = descriptor(b, 0, 1024, 1);
  MULTIPLY(sums, of_a, of_b, false);  // @product
  COMMIT_PRODUCTS();
  WAIT_FOR_PRODUCTS(0);
  store(sums, out);
}

int main() {
  float* out;
  cudaMalloc(&out, 128 * 4 * sizeof(float));
  multiply<<<1, 128>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
