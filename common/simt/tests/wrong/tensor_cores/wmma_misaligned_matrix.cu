// The tile begins 16 bytes behind a multiple of 32.
// expect: simt: load_matrix_sync() of a matrix that begins at no multiple of 32 bytes
// expect: @load
// expect: matrices begin at multiples of 32 bytes
#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;

__global__ void load(unsigned* out) {
  __shared__ alignas(32) __half tile[16][24];
  for (int i = threadIdx.x; i < 16 * 24; i += 32) tile[0][i] = __float2half(0);
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
  wmma::load_matrix_sync(a, &tile[0][8], 24);  // @load
  out[threadIdx.x] = __half_as_ushort(a.x[0]);
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  load<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 3;
}
