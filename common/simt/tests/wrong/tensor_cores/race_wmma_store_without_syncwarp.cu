// store_matrix_sync stores elements of all lanes; one reads its neighbour's without __syncwarp().
// expect: simt: race
// expect: @store
// expect: @read
#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;

__global__ void store(unsigned* out) {
  __shared__ alignas(32) float tile[16][16];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 1.0f);
  wmma::store_matrix_sync(&tile[0][0], sums, 16, wmma::mem_row_major);  // @store
  out[threadIdx.x] = tile[threadIdx.x / 2][0] > 0;                      // @read
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  store<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
