// A tile kernel is launched as if it had threads.
// exit: 0
// expect: simt: warning: the launch of zero at
// expect: @launch failed with cudaErrorInvalidValue
// expect: reason  a block of (32,1,1) threads of a tile kernel: its blocks have one, <<<blocks, 1>>>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void zero(float* out) {
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{64}}, ct::shape<64>{}};
  to.store(ct::zeros<ct::tile<float, ct::shape<64>>>(), 0);
}

int main() {
  float* out;
  cudaMalloc(&out, 64 * sizeof(float));
  zero<<<1, 32>>>(out);  // @launch
  cudaDeviceSynchronize();
}
