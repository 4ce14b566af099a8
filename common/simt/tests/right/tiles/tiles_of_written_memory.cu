// Only what the mask lets through has been written; a tile gets its value before it is used; a launch without a block size.
#include <cuda_tile.h>

#include <vector>

namespace ct = cuda::tiles;

__tile_global__ void copy(const float* in, float* out, int n) {
  ct::tile<float, ct::shape<256>> tile;
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{n}}, ct::shape<256>{}};
  if (n > 0) {
    [[cutile::hint(0, latency = 4)]] tile = from.load_masked(0);
  } else {
    tile = ct::zeros<ct::tile<float, ct::shape<256>>>();
  }
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{256}}, ct::shape<256>{}};
  to.store(tile, 0);
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 256 * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  cudaMemset(in, 0, 100 * sizeof(float));
  copy<<<1>>>(in, out, 100);
  std::vector<float> values(256, 1.0f);
  cudaMemcpy(values.data(), out, 256 * sizeof(float), cudaMemcpyDeviceToHost);
  for (const float value : values) {
    if (value != 0) return 1;
  }
  cudaFree(in);
  cudaFree(out);
}
