// Rows of 100 numbers are no multiple of 16.
// expect: simt: assume_divisible<16> of 100, which is no multiple of it
// expect: @assume
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void zero(float* out, int n) {
  n = ct::assume_divisible(n, 16_ic);  // @assume
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{n}}, ct::shape<64>{}};
  to.store_masked(ct::zeros<ct::tile<float, ct::shape<64>>>(), ct::bid().x);
}

int main() {
  float* out;
  cudaMalloc(&out, 100 * sizeof(float));
  zero<<<2, 1>>>(out, 100);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
