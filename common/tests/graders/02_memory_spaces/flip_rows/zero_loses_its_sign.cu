// Each pixel is added to 0, and -0 is not what it was.
// rejected by: result
// expect: out, index
// expect: expected -0, got 0
#include <cuda_runtime.h>

// The smallest pitch, in bytes, with which every row of `width` floats begins at a sector. The first
// row does.
std::size_t pitch_for(int width) {
  return (width * sizeof(float) + 31) / 32 * 32;
}

// An image of `height` rows of `width` floats, two rows `pitch` bytes apart. Row 0 of `in` becomes
// the last row of `out`.
__global__ void flip(char* out, const char* in, std::size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const auto* from = reinterpret_cast<const float*>(in + y * pitch);
  auto* to = reinterpret_cast<float*>(out + (height - 1 - y) * pitch);
  to[x] = 0.0f + from[x];
}

void launch_flip(char* out, const char* in, std::size_t pitch, int width, int height) {
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  flip<<<grid, block>>>(out, in, pitch, width, height);
}
