// Right, but one block copies all rows.
// rejected by: model
// expect: FAILED  301 columns × 257 rows, a pitch of 512 bytes and more:
// expect: out were written by block (0,0,0) alone: share them out
#include <cuda_runtime.h>

// The smallest pitch, in bytes, with which every row of `width` floats begins at a sector. The first
// row does.
std::size_t pitch_for(int width) { return (width * sizeof(float) + 31) / 32 * 32; }

// An image of `height` rows of `width` floats, two rows `pitch` bytes apart. Row 0 of `in` becomes
// the last row of `out`.
__global__ void flip(char* out, const char* in, std::size_t pitch, int width, int height) {
  for (int y = threadIdx.y; y < height; y += blockDim.y) {
    const auto* from = reinterpret_cast<const float*>(in + y * pitch);
    auto* to = reinterpret_cast<float*>(out + (height - 1 - y) * pitch);
    for (int x = threadIdx.x; x < width; x += blockDim.x) to[x] = from[x];
  }
}

void launch_flip(char* out, const char* in, std::size_t pitch, int width, int height) {
  flip<<<1, dim3(32, 32)>>>(out, in, pitch, width, height);
}
