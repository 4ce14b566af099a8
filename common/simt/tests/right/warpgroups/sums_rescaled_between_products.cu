// Threads scale the sums of a product that they have waited for, while another one has been in flight with it, and
// the next product adds to them: what attention does. No lane may take a group for one that is still in flight.
// prints: 56 2048
#include <cstdio>

#include "../../warpgroups.cuh"

constexpr int kRounds = 3;

__global__ void rescale(float* out) {
  __shared__ alignas(128) Tiles tiles;
  fill(tiles, 2);
  fence_for_products();
  __syncthreads();
  float scores[4], sums[4] = {};
  for (int round = 0; round < kRounds; ++round) {
    FENCE_PRODUCTS();
    MULTIPLY(scores, descriptor_of_a(tiles), descriptor_of_b(tiles), false);
    COMMIT_PRODUCTS();
    MULTIPLY(sums, descriptor_of_a(tiles), descriptor_of_b(tiles), true);
    COMMIT_PRODUCTS();
    WAIT_FOR_PRODUCTS(1);
    for (float& score : scores) score *= 0.5f;
    WAIT_FOR_PRODUCTS(0);
    if (round + 1 < kRounds) {
      for (float& sum : sums) sum *= 0.5f;
    }
  }
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = sums[i];
  for (int i = 0; i < 4; ++i) out[512 + threadIdx.x * 4 + i] = scores[i];
}

int main() {
  float *out, sums[1024], all = 0;
  cudaMalloc(&out, sizeof sums);
  rescale<<<1, 128>>>(out);
  cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 512; ++i) {
    if (sums[i] != sums[0] || sums[512 + i] != 16) all = -1e9f;
    all += sums[i] == 56 ? 4 : 0;
  }
  std::printf("%g %g\n", sums[0], all);
  cudaFree(out);
}
