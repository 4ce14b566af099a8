// Exercise · flip_rows: turns an image upside down, whose rows are padded.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// The smallest pitch, in bytes, with which every row of `width` floats begins at a sector. The first
// row does.
std::size_t pitch_for(int width) {
  // TODO (about 1 line): width floats, and what is missing to the next whole sector
  return (width * sizeof(float) + 31) / 32 * 32;
  // END
}

// An image of `height` rows of `width` floats, two rows `pitch` bytes apart. Row 0 of `in` becomes
// the last row of `out`.
__global__ void flip(char* out, const char* in, std::size_t pitch, int width, int height) {
  // TODO (about 6 lines): this thread's element, in one row of `in` and in another row of `out`
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const auto* from = reinterpret_cast<const float*>(in + y * pitch);
  auto* to = reinterpret_cast<float*>(out + (height - 1 - y) * pitch);
  to[x] = from[x];
  // END
}

void launch_flip(char* out, const char* in, std::size_t pitch, int width, int height) {
  // TODO (about 3 lines): a two-dimensional grid of two-dimensional blocks
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  flip<<<grid, block>>>(out, in, pitch, width, height);
  // END
}
