// The rows of A are not along k, and the next 16 of them do not begin with a new pattern.
// expect: simt: wgmma.mma_async with a descriptor of A whose leading byte offset is 64 bytes past a multiple of 256
// expect: @product
#include "../../warpgroups.cuh"

__global__ void multiply(float* out) {
  __shared__ alignas(1024) Number a[64][64];
  __shared__ alignas(1024) Number b[8][64];
  for (int i = threadIdx.x; i < 64 * 64; i += blockDim.x) a[i / 64][i % 64] = __float2bfloat16(1.f);
  for (int i = threadIdx.x; i < 8 * 64; i += blockDim.x) b[i / 64][i % 64] = __float2bfloat16(1.f);
  fence_for_products();
  __syncthreads();
  float sums[4] = {};
  FENCE_PRODUCTS();
  const std::uint64_t of_a = descriptor(a, 64, 256, 3), of_b = descriptor(b, 0, 1024, 1);
  asm volatile(  // @product
      "{ .reg .pred add; setp.ne.b32 add, 0, 0; "
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, add, 1, 1, "
      "1, 0; }"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
      : "l"(of_a), "l"(of_b));
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
