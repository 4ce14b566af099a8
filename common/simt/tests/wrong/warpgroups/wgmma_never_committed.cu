// The product belongs to no group, so that there is nothing to wait for.
// expect: simt: a block ends while a product (wgmma) may still be in flight
// expect: @product
// expect: it belongs to no group: call wgmma.commit_group
#include "../../warpgroups.cuh"

__global__ void multiply(float* out) {
  __shared__ alignas(16) Tiles tiles;
  fill(tiles, 2);
  fence_for_products();
  __syncthreads();
  float sums[4] = {};
  FENCE_PRODUCTS();
  MULTIPLY(sums, descriptor_of_a(tiles), descriptor_of_b(tiles), false);  // @product
  WAIT_FOR_PRODUCTS(0);
  store(sums, out);
}

int main() {
  float* out;
  cudaMalloc(&out, 128 * 4 * sizeof(float));
  multiply<<<1, 128>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
