// A bulk copy brings the next factor behind a wait for all products but the last one, which reads this factor.
// expect: simt: write of shared memory that a product (wgmma) may still be reading
// expect: @copy
// expect: @second by thread (
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
  float sums[4] = {};
  FENCE_PRODUCTS();
  MULTIPLY(sums, descriptor_of_a(tiles), descriptor_of_b(tiles), false);
  COMMIT_PRODUCTS();
  MULTIPLY(sums, descriptor_of_a(tiles), descriptor_of_b(tiles), true);  // @second
  COMMIT_PRODUCTS();
  WAIT_FOR_PRODUCTS(1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 256);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tiles.b, next, 256, &full);  // @copy
  }
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
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
