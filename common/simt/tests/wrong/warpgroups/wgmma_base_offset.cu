// A descriptor says that its pattern begins elsewhere, which the backend does not have.
// expect: simt: wgmma.mma_async with a descriptor of A that has a base offset, which the CPU backend does not model
// expect: @product
#include "../../warpgroups.cuh"

__global__ void multiply(float* out) {
  __shared__ alignas(1024) Number a[72][64];
  __shared__ alignas(1024) Number b[8][64];
  for (int i = threadIdx.x; i < 72 * 64; i += blockDim.x) a[i / 64][i % 64] = __float2bfloat16(1.f);
  for (int i = threadIdx.x; i < 8 * 64; i += blockDim.x) b[i / 64][i % 64] = __float2bfloat16(1.f);
  fence_for_products();
  __syncthreads();
  float sums[4] = {};
  FENCE_PRODUCTS();
  const std::uint64_t of_a = descriptor(&a[2], 0, 1024, 1) | std::uint64_t{2} << 49,
                      of_b = descriptor(b, 0, 1024, 1);
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
