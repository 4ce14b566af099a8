// The pointer is that of the second number.
// expect: simt: assume_aligned<16> of a pointer that is 4 bytes past a multiple of 16
// expect: @assume
// expect: the compiler may rely on it
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void zero(float* out, int n) {
  out = ct::assume_aligned<16>(out);  // @assume
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{n}}, ct::shape<64>{}};
  to.store_masked(ct::zeros<ct::tile<float, ct::shape<64>>>(), 0);
}

int main() {
  float* out;
  cudaMalloc(&out, 64 * sizeof(float));
  zero<<<1, 1>>>(out + 1, 63);
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 3;
}
