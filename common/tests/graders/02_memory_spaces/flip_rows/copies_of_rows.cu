// Right, but no kernel does it.
// rejected by: model
// expect: FAILED  1 columns × 1 rows, a pitch of 512 bytes and more:
// expect: that is what a kernel is to do
#include <cuda_runtime.h>

// The smallest pitch, in bytes, with which every row of `width` floats begins at a sector. The first
// row does.
std::size_t pitch_for(int width) { return (width * sizeof(float) + 31) / 32 * 32; }

void launch_flip(char* out, const char* in, std::size_t pitch, int width, int height) {
  for (int y = 0; y < height; ++y) {
    cudaMemcpy(out + (height - 1 - y) * pitch, in + y * pitch, width * sizeof(float),
               cudaMemcpyDeviceToDevice);
  }
}
