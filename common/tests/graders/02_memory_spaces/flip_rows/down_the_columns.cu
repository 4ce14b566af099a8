// Right, but the lanes of a warp are in 32 rows.
// rejected by: model
// expect: your pitch: sectors loaded:
// expect: lanes that follow one another in x
#include <cuda_runtime.h>

// The smallest pitch, in bytes, with which every row of `width` floats begins at a sector. The first
// row does.
std::size_t pitch_for(int width) { return (width * sizeof(float) + 31) / 32 * 32; }

// An image of `height` rows of `width` floats, two rows `pitch` bytes apart. Row 0 of `in` becomes
// the last row of `out`.
__global__ void flip(char* out, const char* in, std::size_t pitch, int width, int height) {
  const int x = blockIdx.y * blockDim.y + threadIdx.y;
  const int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width || y >= height) return;
  const auto* from = reinterpret_cast<const float*>(in + y * pitch);
  auto* to = reinterpret_cast<float*>(out + (height - 1 - y) * pitch);
  to[x] = from[x];
}

void launch_flip(char* out, const char* in, std::size_t pitch, int width, int height) {
  const dim3 block(32, 8);
  const dim3 grid((height + block.x - 1) / block.x, (width + block.y - 1) / block.y);
  flip<<<grid, block>>>(out, in, pitch, width, height);
}
