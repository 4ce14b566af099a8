// More than the program promises.
// expect: simt: assume_bounded of 100, which is more than 64
// expect: @assume
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void zero(float* out, int n) {
  n = ct::assume_bounded<0, 64>(n);  // @assume
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{n}}, ct::shape<64>{}};
  to.store_masked(ct::zeros<ct::tile<float, ct::shape<64>>>(), 0);
}

int main() {
  float* out;
  cudaMalloc(&out, 100 * sizeof(float));
  zero<<<1, 1>>>(out, 100);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
