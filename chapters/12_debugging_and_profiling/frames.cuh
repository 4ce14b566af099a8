// The kernels of frame_kernels and frame_pipeline: a picture is brightened, blurred, and its values
// are counted. Each step as it was found, and with one change after the other.
#pragma once

#include "tutorial.cuh"

constexpr int kBins = 256, kRadius = 3, kTaps = 2 * kRadius + 1;
constexpr int kTileX = 64, kTileY = 32, kTileThreads = 256;  // of blur_tiles and all_in_one

struct Shape {
  int width, height;
  __host__ __device__ int pixels() const { return width * height; }
};

__host__ __device__ inline float brightened(float value) {
  return fminf(fmaxf(value * 1.25f - 0.125f, 0.0f), 1.0f);
}

__host__ __device__ inline int bin_of(float value) {
  const int bin = static_cast<int>(value * kBins);
  return bin < kBins ? bin : kBins - 1;
}

template <class T>
__host__ __device__ constexpr T weight(int tap) {  // 1 6 15 20 15 6 1, their sum is 64
  constexpr T kWeights[kTaps] = {T(1) / 64,  T(6) / 64, T(15) / 64, T(20) / 64,
                                 T(15) / 64, T(6) / 64, T(1) / 64};
  return kWeights[tap];
}

// A pixel outside of the picture has the value of the nearest one inside.
__host__ __device__ inline int clamped(int i, int n) { return i < 0 ? 0 : i < n ? i : n - 1; }

// The threads of a warp have neighbouring y: each of them is in another row.
__global__ void brighten_columns(const float* in, float* out, Shape shape) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < shape.width && y < shape.height) {
    out[y * shape.width + x] = brightened(in[y * shape.width + x]);
  }
}

// The threads of a warp have neighbouring x, and neighbouring addresses.
__global__ void brighten_rows(const float* in, float* out, Shape shape) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < shape.width && y < shape.height) {
    out[y * shape.width + x] = brightened(in[y * shape.width + x]);
  }
}

// 49 loads per pixel. If the weights are doubles, so is each product and each sum.
template <class Weight>
__global__ void blur_pixels(const float* in, float* out, Shape shape) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= shape.width || y >= shape.height) return;
  float sum = 0;
#pragma unroll
  for (int dy = 0; dy < kTaps; ++dy) {
    const float* row = in + clamped(y + dy - kRadius, shape.height) * shape.width;
#pragma unroll
    for (int dx = 0; dx < kTaps; ++dx) {
      sum += weight<Weight>(dy) * weight<Weight>(dx) * row[clamped(x + dx - kRadius, shape.width)];
    }
  }
  out[y * shape.width + x] = sum;
}

struct BlurTile {
  float in[kTileY + 2 * kRadius][kTileX + 2 * kRadius], rows[kTileY + 2 * kRadius][kTileX];
};

// Blurs one tile: loads it and its rim once, sums along the rows, then along the columns. `change` is
// applied to what is loaded, `use` to what is stored.
template <class Change, class Use>
__device__ void blur_tile(BlurTile& tile, const float* in, float* out, Shape shape, int first_x,
                          int first_y, Change change, Use use) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  for (int y = warp; y < kTileY + 2 * kRadius; y += warps) {
    const float* row = in + clamped(first_y + y - kRadius, shape.height) * shape.width;
    for (int x = lane; x < kTileX + 2 * kRadius; x += 32) {
      tile.in[y][x] = change(row[clamped(first_x + x - kRadius, shape.width)]);
    }
  }
  __syncthreads();
  for (int y = warp; y < kTileY + 2 * kRadius; y += warps) {
    for (int x = lane; x < kTileX; x += 32) {
      float sum = 0;
#pragma unroll
      for (int tap = 0; tap < kTaps; ++tap) sum += weight<float>(tap) * tile.in[y][x + tap];
      tile.rows[y][x] = sum;
    }
  }
  __syncthreads();
  const int x = threadIdx.x % kTileX, step = blockDim.x / kTileX;
  for (int y = threadIdx.x / kTileX; y < kTileY; y += step) {
    float sum = 0;
#pragma unroll
    for (int tap = 0; tap < kTaps; ++tap) sum += weight<float>(tap) * tile.rows[y + tap][x];
    if (first_x + x < shape.width && first_y + y < shape.height) {
      out[(first_y + y) * shape.width + first_x + x] = sum;
      use(sum);
    }
  }
}

__global__ void blur_tiles(const float* in, float* out, Shape shape) {
  __shared__ BlurTile tile;
  blur_tile(
      tile, in, out, shape, blockIdx.x * kTileX, blockIdx.y * kTileY,
      [](float value) { return value; }, [](float) {});
}

// Most pixels of a dark picture are in one bin, and L2 adds to one address once at a time.
__global__ void count_global(const float* in, unsigned* bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[bin_of(in[i])], 1);
}

__device__ inline void add_bins(const unsigned* counts, unsigned* bins) {
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) {
    if (counts[bin] > 0) atomicAdd(&bins[bin], counts[bin]);
  }
}

// Each block counts in its own shared memory, and adds to global memory once per bin.
__global__ void count_shared(const float* in, unsigned* bins, int n) {
  __shared__ unsigned counts[kBins];
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) counts[bin] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&counts[bin_of(in[i])], 1);
  }
  __syncthreads();
  add_bins(counts, bins);
}

// All three: a pixel is loaded once and stored once.
__global__ void all_in_one(const float* in, float* out, unsigned* bins, Shape shape) {
  __shared__ BlurTile tile;
  __shared__ unsigned counts[kBins];
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) counts[bin] = 0;
  const int across = (shape.width + kTileX - 1) / kTileX;
  const int tiles = across * ((shape.height + kTileY - 1) / kTileY);
  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    blur_tile(tile, in, out, shape, t % across * kTileX, t / across * kTileY, brightened,
              [&](float value) { atomicAdd(&counts[bin_of(value)], 1); });
  }
  __syncthreads();
  add_bins(counts, bins);
}

// As many blocks of kTileThreads threads as run at a time; for counters 16.
template <class Kernel>
int resident_blocks(Kernel* kernel) {
  if (kCountsInsteadOfTimes) return 16;
  int blocks = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, kTileThreads, 0));
  return blocks * device_attribute(cudaDevAttrMultiProcessorCount);
}
