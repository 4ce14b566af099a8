// The threads only meet between what they write and the product that reads it.
// expect: simt: a product (wgmma) reads shared memory that has been written without a proxy fence
// expect: @product
// expect: write
// expect: warpgroups.cuh
// expect: tensor cores that read shared memory see stores of threads only behind a fence.proxy.async
#include "../../warpgroups.cuh"

__global__ void multiply(float* out) {
  __shared__ alignas(16) Tiles tiles;
  fill(tiles, 2);
  __syncthreads();
  float sums[4] = {};
  FENCE_PRODUCTS();
  MULTIPLY(sums, descriptor_of_a(tiles), descriptor_of_b(tiles), false);  // @product
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
