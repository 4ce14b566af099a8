// The sums are written by threads, and no fence orders that before the first product.
// expect: simt: wgmma.mma_async without a wgmma.fence before it
// expect: @product
// expect: call it before the first product
#include "../../warpgroups.cuh"

__global__ void multiply(float* out) {
  __shared__ alignas(16) Tiles tiles;
  fill(tiles, 2);
  fence_for_products();
  __syncthreads();
  float sums[4] = {};
  MULTIPLY(sums, descriptor_of_a(tiles), descriptor_of_b(tiles), true);  // @product
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
