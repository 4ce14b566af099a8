// The threads of the group write the next factor while the product may still be reading this one: they wait for it
// afterwards.
// expect: simt: write of shared memory that a product (wgmma) may still be reading
// expect: @write
// expect: @product by thread (0,0,0)
// expect: wgmma.wait_group 0 in the four warps that multiply
#include "../../warpgroups.cuh"

__global__ void multiply(float* out) {
  __shared__ alignas(16) Tiles tiles;
  fill(tiles, 2);
  fence_for_products();
  __syncthreads();
  float sums[4] = {};
  FENCE_PRODUCTS();
  MULTIPLY(sums, descriptor_of_a(tiles), descriptor_of_b(tiles), false);  // @product
  COMMIT_PRODUCTS();
  tiles.b[0][0][0] = __float2bfloat16(3.f);  // @write
  WAIT_FOR_PRODUCTS(0);
  store(sums, out);
}

int main() {
  float* out;
  cudaMalloc(&out, 128 * 4 * sizeof(float));
  multiply<<<1, 128>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
