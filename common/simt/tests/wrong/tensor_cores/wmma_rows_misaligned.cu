// Rows of 17 elements are no multiple of 16 bytes.
// expect: simt: store_matrix_sync() of a matrix whose rows are 68 bytes apart
// expect: @store
#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;

__global__ void store(unsigned* out) {
  __shared__ alignas(32) float tile[16][17];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 1.0f);
  wmma::store_matrix_sync(&tile[0][0], sums, 17, wmma::mem_row_major);  // @store
  __syncwarp();
  out[threadIdx.x] = tile[threadIdx.x / 2][0] > 0;
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  store<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 3;
}
