// A block of 24 threads: no whole warp.
// expect: simt: an instruction that a whole warp executes with matrices lacks lane 24 of the warp, which the block does not have
// expect: @multiply
// expect: make blocks of whole warps
#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;

__global__ void multiply(unsigned* out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(a, __float2half(1));
  wmma::fill_fragment(b, __float2half(1));
  wmma::fill_fragment(sums, 0.0f);
  wmma::mma_sync(sums, a, b, sums);  // @multiply
  out[threadIdx.x] = sums.x[0] > 0;
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  multiply<<<1, 24>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
