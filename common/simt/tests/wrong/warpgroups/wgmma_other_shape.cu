// Two products of different types add to the same sums: only those of one shape need no fence between them.
// expect: simt: a product adds to the sums of one of another shape without a wgmma.fence
// expect: @second
// expect: @first
#include "../../warpgroups.cuh"

__global__ void multiply(float* out) {
  __shared__ alignas(16) Tiles tiles;
  fill(tiles, 2);
  fence_for_products();
  __syncthreads();
  float sums[4] = {};
  FENCE_PRODUCTS();
  MULTIPLY(sums, descriptor_of_a(tiles), descriptor_of_b(tiles), false);  // @first
  asm volatile(                                                           // @second
      "{ .reg .pred add; setp.ne.b32 add, 1, 0; "
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, add, 1, 1, "
      "0, 0; }"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
      : "l"(descriptor_of_a(tiles)), "l"(descriptor_of_b(tiles)));
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
