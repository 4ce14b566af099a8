// The second half of the input was never written.
// exit: 0
// expect: simt: warning: read of global memory that nobody has written
// expect: @load
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void copy(const float* in, float* out) {
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{256}}, ct::shape<256>{}};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{256}}, ct::shape<256>{}};
  to.store(from.load(0), 0);  // @load
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 256 * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  cudaMemset(in, 0, 128 * sizeof(float));
  copy<<<1, 1>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
