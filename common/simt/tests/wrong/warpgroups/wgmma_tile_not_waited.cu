// The block meets behind a bulk copy, but nobody waits for the barrier that it signals before the product.
// expect: simt: read of shared memory that an asynchronous copy may still be filling
// expect: @product
// expect: @copy by thread (0,0,0)
// expect: __syncthreads() waits for no copy
#include <cuda/ptx>
#include "../../warpgroups.cuh"

namespace ptx = cuda::ptx;

__global__ void multiply(const Number* next, float* out) {
  __shared__ alignas(16) Tiles tiles;
  __shared__ std::uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  fill(tiles, 2);
  fence_for_products();
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 256);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tiles.b, next, 256, &full);  // @copy
  }
  __syncthreads();
  float sums[4] = {};
  FENCE_PRODUCTS();
  MULTIPLY(sums, descriptor_of_a(tiles), descriptor_of_b(tiles), false);  // @product
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
  COMMIT_PRODUCTS();
  WAIT_FOR_PRODUCTS(0);
  store(sums, out);
}

int main() {
  Number* next;
  float* out;
  cudaMalloc(&next, 256);
  cudaMemset(next, 0, 256);
  cudaMalloc(&out, 128 * 4 * sizeof(float));
  multiply<<<1, 128>>>(next, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
