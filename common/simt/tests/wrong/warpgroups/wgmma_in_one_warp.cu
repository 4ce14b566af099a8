// One warp of the group multiplies: the others go past it.
// expect: simt: an instruction of a warpgroup lacks its warp 1, which has ended without it
// expect: @fence
// expect: let branches go by threadIdx.x / 128
#include "../../warpgroups.cuh"

__global__ void multiply(float* out) {
  __shared__ alignas(16) Tiles tiles;
  fill(tiles, 2);
  fence_for_products();
  __syncthreads();
  float sums[4] = {};
  if (threadIdx.x >= 32) return;
  FENCE_PRODUCTS();  // @fence
  MULTIPLY(sums, descriptor_of_a(tiles), descriptor_of_b(tiles), false);
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
