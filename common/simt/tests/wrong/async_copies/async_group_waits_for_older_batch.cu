// Two tiles are in flight; wait_prior<1> waits for the first of them only.
// expect: simt: read of shared memory that an asynchronous copy may still be filling
// expect: @read
// expect: @second
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void multiply(const float* a, const float* b, float* product) {
  __shared__ float tile_a[128], tile_b[128];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile_a, a, sizeof tile_a);
  cg::memcpy_async(block, tile_b, b, sizeof tile_b);  // @second
  cg::wait_prior<1>(block);
  product[threadIdx.x] = tile_a[threadIdx.x] * tile_b[threadIdx.x];  // @read
}

int main() {
  float *a, *b, *product;
  cudaMalloc(&a, 512);
  cudaMalloc(&b, 512);
  cudaMalloc(&product, 512);
  cudaMemset(a, 0, 512);
  cudaMemset(b, 0, 512);
  multiply<<<1, 128>>>(a, b, product);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
