// A warp's fragments go through shared memory: barriers of the warp are enough. Fragments lie in arrays and are
// passed on.
#include <cuda_runtime.h>
#include <mma.h>

#include <cstdio>

using namespace nvcuda;

using Sums = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ void scale(Sums& sums, float factor) {
  for (int i = 0; i < sums.num_elements; ++i) sums.x[i] *= factor;
}

__global__ void transpose_twice(float* out, const float* in) {
  __shared__ alignas(32) float tiles[2][16][20];
  const int warp = threadIdx.x / 32;
  Sums sums[2];
  for (int i = 0; i < 2; ++i) {
    wmma::load_matrix_sync(sums[i], in + 256 * (2 * warp + i), 16, wmma::mem_row_major);
    scale(sums[i], static_cast<float>(i + 1));
    wmma::store_matrix_sync(&tiles[warp][0][0], sums[i], 20, wmma::mem_col_major);
    __syncwarp();
    wmma::load_matrix_sync(sums[i], &tiles[warp][0][0], 20, wmma::mem_row_major);
    __syncwarp();
    wmma::store_matrix_sync(out + 256 * (2 * warp + i), sums[i], 16, wmma::mem_col_major);
  }
}

int main() {
  float host[1024], results[1024], *in, *out;
  for (int i = 0; i < 1024; ++i) host[i] = static_cast<float>(i);
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  transpose_twice<<<1, 64>>>(out, in);
  if (cudaMemcpy(results, out, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < 1024; ++i) {
    if (results[i] != host[i] * static_cast<float>(i / 256 % 2 + 1)) {
      std::printf("element %d\n", i);
      return 1;
    }
  }
}
