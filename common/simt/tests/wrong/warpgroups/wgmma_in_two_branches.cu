// The halves of a group multiply in two branches.
// expect: simt: warps of a warpgroup execute different instructions
// expect: @two
// expect: @one
#include "../../warpgroups.cuh"

__global__ void multiply(float* out) {
  __shared__ alignas(16) Tiles tiles;
  fill(tiles, 2);
  fence_for_products();
  __syncthreads();
  float sums[4] = {};
  FENCE_PRODUCTS();
  if (threadIdx.x < 64) {
    MULTIPLY(sums, descriptor_of_a(tiles), descriptor_of_b(tiles), false);  // @one
  } else {
    MULTIPLY(sums, descriptor_of_a(tiles), descriptor_of_b(tiles), false);  // @two
  }
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
