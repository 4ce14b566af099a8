// The block does not have the four warps of a group.
// expect: simt: an instruction of a warpgroup in a block that does not have all of its threads: it has 96
// expect: @fence
// expect: make blocks of a multiple of 128 threads
#include "../../warpgroups.cuh"

__global__ void multiply(float* out) {
  __shared__ alignas(16) Tiles tiles;
  fill(tiles, 2);
  fence_for_products();
  __syncthreads();
  float sums[4] = {};
  FENCE_PRODUCTS();  // @fence
  MULTIPLY(sums, descriptor_of_a(tiles), descriptor_of_b(tiles), false);
  COMMIT_PRODUCTS();
  WAIT_FOR_PRODUCTS(0);
  store(sums, out);
}

int main() {
  float* out;
  cudaMalloc(&out, 128 * 4 * sizeof(float));
  multiply<<<1, 96>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
