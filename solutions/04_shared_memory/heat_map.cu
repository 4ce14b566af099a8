// Exercise · heat_map: a plate with hot wires on it, step by step. A whole program, and a picture.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <algorithm>
#include <utility>

#include "tutorial/check.cuh"

constexpr float kHot = 1;  // the temperature of the wires

// TODO (about 60 lines): a kernel with ghost cells, and all that a program does around it
constexpr int kBlockWidth = 32, kBlockHeight = 8;  // threads
constexpr int kWidth = 64, kHeight = 32;           // cells that a block stores
constexpr int kHalo = 4;                           // so many steps per launch, or fewer
constexpr int kTileWidth = kWidth + 2 * kHalo, kTileHeight = kHeight + 2 * kHalo;

__global__ void do_steps(float* out, const float* in, int width, int height, float rate,
                         int steps) {
  __shared__ float tiles[2][kTileHeight][kTileWidth];
  const int x0 = blockIdx.x * kWidth - kHalo, y0 = blockIdx.y * kHeight - kHalo;
  const auto is_inside = [&](int i, int j) {
    return 0 <= x0 + i && x0 + i < width && 0 <= y0 + j && y0 + j < height;
  };
  for (int j = threadIdx.y; j < kTileHeight; j += kBlockHeight) {
    for (int i = threadIdx.x; i < kTileWidth; i += kBlockWidth) {
      tiles[0][j][i] = is_inside(i, j) ? in[(y0 + j) * width + x0 + i] : 0;
    }
  }
  for (int s = 1; s <= steps; ++s) {
    __syncthreads();
    const auto& from = tiles[(s - 1) % 2];
    auto& to = tiles[s % 2];
    for (int j = s + threadIdx.y; j < kTileHeight - s; j += kBlockHeight) {
      for (int i = s + threadIdx.x; i < kTileWidth - s; i += kBlockWidth) {
        const float old = from[j][i];
        const float around = from[j][i - 1] + from[j][i + 1] + from[j - 1][i] + from[j + 1][i];
        const bool changes = old < kHot && is_inside(i, j);  // ice stays ice
        to[j][i] = changes ? old + rate * (around - 4 * old) : old;
      }
    }
  }
  __syncthreads();
  for (int j = kHalo + threadIdx.y; j < kHalo + kHeight; j += kBlockHeight) {
    for (int i = kHalo + threadIdx.x; i < kHalo + kWidth; i += kBlockWidth) {
      if (is_inside(i, j)) out[(y0 + j) * width + x0 + i] = tiles[steps % 2][j][i];
    }
  }
}

// `plate`, on the host, has `height` rows of `width` temperatures from 0 to kHot. In each of the `steps`
// steps every cell gets a new temperature:
//   new = old + rate * (left + right + above + below - 4 * old)
// All five are temperatures before the step. Outside of the plate they are 0. A cell that is kHot is a
// piece of wire and stays as it is.
void heat(float* plate, int width, int height, float rate, int steps) {
  const size_t bytes = sizeof(float) * width * height;
  float *now = nullptr, *next = nullptr;
  CHECK(cudaMalloc(&now, bytes));
  CHECK(cudaMalloc(&next, bytes));
  CHECK(cudaMemcpy(now, plate, bytes, cudaMemcpyHostToDevice));

  const dim3 block(kBlockWidth, kBlockHeight);
  const dim3 grid((width - 1) / kWidth + 1, (height - 1) / kHeight + 1);
  for (int left = steps; left > 0; left -= kHalo) {
    do_steps<<<grid, block>>>(next, now, width, height, rate, std::min(left, kHalo));
    CHECK_LAST();
    std::swap(now, next);
  }

  CHECK(cudaMemcpy(plate, now, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(now));
  CHECK(cudaFree(next));
}
// END
