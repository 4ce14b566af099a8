// A tile of pointers goes past the allocation.
// expect: simt: read of 4 bytes of global memory out of bounds, 0 bytes past the end
// expect: @load
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void sum(const float* in, float* out) {
  const auto i = ct::iota<ct::tile<int, ct::shape<128>>>();
  const auto tile = ct::load(in + i);  // @load
  ct::store(out, static_cast<float>(ct::sum<0>(tile)));
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 100 * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemset(in, 0, 100 * sizeof(float));
  sum<<<1, 1>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
