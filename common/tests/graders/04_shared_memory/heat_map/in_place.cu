// One buffer: a block finds new temperatures where it looks for old ones.
// rejected by: model
// expect: simt: race on global memory
// expect: by thread
#include <cuda_runtime.h>

#include <utility>

#include "tutorial/check.cuh"

constexpr float kHot = 1;  // the temperature of the wires

constexpr int kBlockWidth = 32, kBlockHeight = 8;
constexpr int kTileWidth = kBlockWidth + 2, kTileHeight = kBlockHeight + 2;  // with a halo of 1

__global__ void step(float* out, const float* in, int width, int height, float rate) {
  __shared__ float tile[kTileHeight][kTileWidth];
  const int first_x = blockIdx.x * kBlockWidth - 1, first_y = blockIdx.y * kBlockHeight - 1;
  const int t = threadIdx.y * kBlockWidth + threadIdx.x;
  for (int k = t; k < kTileHeight * kTileWidth; k += kBlockHeight * kBlockWidth) {
    const int i = k % kTileWidth, j = k / kTileWidth, x = first_x + i, y = first_y + j;
    const bool is_inside = 0 <= x && x < width && 0 <= y && y < height;
    tile[j][i] = is_inside ? in[y * width + x] : 0;
  }
  __syncthreads();

  const int i = threadIdx.x + 1, j = threadIdx.y + 1, x = first_x + i, y = first_y + j;
  if (x >= width || y >= height) return;
  const float old = tile[j][i];
  const float around = tile[j][i - 1] + tile[j][i + 1] + tile[j - 1][i] + tile[j + 1][i];
  out[y * width + x] = old < kHot ? old + rate * (around - 4 * old) : old;
}

// `plate`, on the host, has `height` rows of `width` temperatures from 0 to kHot. In each of the `steps`
// steps every cell gets a new temperature:
//   new = old + rate * (left + right + above + below - 4 * old)
// All five are temperatures before the step. Outside of the plate it is 0. A cell that is kHot, a piece of
// wire, stays as it is.
void heat(float* plate, int width, int height, float rate, int steps) {
  const size_t bytes = sizeof(float) * width * height;
  float *now = nullptr, *next = nullptr;
  CHECK(cudaMalloc(&now, bytes));
  CHECK(cudaMalloc(&next, bytes));
  CHECK(cudaMemcpy(now, plate, bytes, cudaMemcpyHostToDevice));

  const dim3 block(kBlockWidth, kBlockHeight);
  const dim3 grid((width - 1) / kBlockWidth + 1, (height - 1) / kBlockHeight + 1);
  for (int i = 0; i < steps; ++i) {
    step<<<grid, block>>>(now, now, width, height, rate);
    CHECK_LAST();
  }

  CHECK(cudaMemcpy(plate, now, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(now));
  CHECK(cudaFree(next));
}
