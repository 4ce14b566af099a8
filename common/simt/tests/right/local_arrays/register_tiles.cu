// A thread computes a tile of 4 x 4 in registers, from rows and columns that it keeps there, too.
// prints: 0 4 5.5
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kTile = 4, kSize = 16;

template <int kLength>
struct Ring {
  float values[kLength];
  int at;
  __device__ void put(float value) {
    values[at] = value;
    at = (at + 1) % kLength;
  }
};

__global__ void multiply(const float* a, const float* b, float* c) {
  float sums[kTile][kTile] = {};
  for (int k = 0; k < kSize; ++k) {
    float row[kTile], column[kTile];
    for (int i = 0; i < kTile; ++i) row[i] = a[(threadIdx.y * kTile + i) * kSize + k];
    for (int i = 0; i < kTile; ++i) column[i] = b[k * kSize + threadIdx.x * kTile + i];
    for (int i = 0; i < kTile; ++i) {
      for (int j = 0; j < kTile; ++j) sums[i][j] += row[i] * column[j];
    }
  }
  for (int i = 0; i < kTile; ++i) {
    for (int j = 0; j < kTile; ++j) {
      c[(threadIdx.y * kTile + i) * kSize + threadIdx.x * kTile + j] = sums[i][j];
    }
  }
}

__global__ void average(const float* in, float* out) {
  Ring<4> ring = {{}, 0};
  for (int i = 0; i < 8; ++i) ring.put(in[i]);
  *out = (ring.values[0] + ring.values[1] + ring.values[2] + ring.values[3]) / 4;
}

int main() {
  float host[kSize * kSize], result[kSize * kSize], mean;
  for (int i = 0; i < kSize * kSize; ++i)
    host[i] = static_cast<float>(i % kSize == i / kSize ? 1 + i % 3 : 0);
  float *a, *c;
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&c, sizeof host);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  multiply<<<1, dim3(4, 4)>>>(a, a, c);
  cudaMemcpy(result, c, sizeof result, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i) host[i] = static_cast<float>(i);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  average<<<1, 1>>>(a, c);
  cudaMemcpy(&mean, c, sizeof mean, cudaMemcpyDeviceToHost);
  std::printf("%g %g %g\n", result[1], result[2 * kSize + 2], mean);
  cudaFree(a);
  cudaFree(c);
}
