// Exercise · four_bit_product: a matrix of 4-bit weights, eight in a word, times a vector.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

constexpr int kWarp = 32, kBlock = 256;
constexpr int kGroup = 32;        // columns that share a scale: their weights are 16 bytes
constexpr int kMostGroups = 256;  // of a row

// The block copies the vector x to shared memory, each number once, and waits for it. Column c of group g comes to
// staged[c * pitch_of(groups) + g]: neighbouring groups are neighbours there.
__device__ int pitch_of(int groups) { return groups | 1; }  // odd, so that no bank has two numbers
__device__ void stage(float* staged, const float* x, int groups) {
  for (int i = threadIdx.x; i < groups * kGroup; i += kBlock) {
    staged[i % kGroup * pitch_of(groups) + i / kGroup] = x[i];
  }
  __syncthreads();
}

// y = W x, with one warp per row. A row has `groups` groups of kGroup columns. The four bits of a group's column c
// begin at bit c % 8 * 4 of word c / 8 of its four words. As a number q of 0 to 15, they mean the weight (q - 8) * the
// group's scale. weights and scales have row after row, and weights begins at a multiple of 16 bytes.
__global__ void multiply(float* y, const unsigned* weights, const __half* scales, const float* x,
                         int rows, int groups) {
  extern __shared__ float staged[];
  // TODO (about 20 lines): stage x; load, unpack and add up a row's weights; its sum is y
  stage(staged, x, groups);
  const int row = (blockIdx.x * kBlock + threadIdx.x) / kWarp, lane = threadIdx.x % kWarp;
  if (row >= rows) return;
  const uint4* const of_row = reinterpret_cast<const uint4*>(weights) + row * groups;
  const int pitch = pitch_of(groups);
  float sum = 0;
  for (int g = lane; g < groups; g += kWarp) {
    const uint4 packed = of_row[g];
    const unsigned words[] = {packed.x, packed.y, packed.z, packed.w};
    float of_group = 0;
#pragma unroll
    for (int c = 0; c < kGroup; ++c) {
      const int q = words[c / 8] >> c % 8 * 4 & 15;
      of_group += static_cast<float>(q - 8) * staged[c * pitch + g];
    }
    sum += of_group * __half2float(scales[row * groups + g]);  // once for 32 products
  }
  for (int k = kWarp / 2; k > 0; k /= 2) sum += __shfl_xor_sync(~0u, sum, k);
  if (lane == 0) y[row] = sum;
  // END
}

void launch_multiply(float* y, const unsigned* weights, const __half* scales, const float* x,
                     int rows, int groups) {
  const int blocks = (rows + kBlock / kWarp - 1) / (kBlock / kWarp);
  const int bytes = kGroup * (groups | 1) * static_cast<int>(sizeof(float));
  multiply<<<blocks, kBlock, bytes>>>(y, weights, scales, x, rows, groups);
}
