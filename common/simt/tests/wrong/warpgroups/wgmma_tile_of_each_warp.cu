// Each warp describes 16 rows of A of its own, as for mma.sync: the group has one tile.
// expect: simt: warps of a warpgroup execute different instructions: the operands differ
// expect: @product
// expect: let a tile belong to the group, not to the warp
#include "../../warpgroups.cuh"

__global__ void multiply(float* out) {
  __shared__ alignas(16) Tiles tiles;
  fill(tiles, 2);
  fence_for_products();
  __syncthreads();
  float sums[4] = {};
  const std::uint64_t of_a = descriptor(tiles.a[threadIdx.x / 32 * 2], 128, 256);
  FENCE_PRODUCTS();
  MULTIPLY(sums, of_a, descriptor_of_b(tiles), false);  // @product
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
