// Right, but a thread has 4 pixels side by side, and loads one after the other.
// rejected by: model
// expect: FAILED  1009 pixels: load sectors:
// expect: do not read neighbours
#include <cuda_runtime.h>

__device__ inline unsigned char grey_of(int red, int green, int blue) {
  return static_cast<unsigned char>((77 * red + 150 * green + 29 * blue) / 256);
}

__global__ void make_grey(unsigned char* grey, const unsigned char* rgba, int pixels) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = first; i < first + 4 && i < pixels; ++i) {
    const uchar4 pixel = reinterpret_cast<const uchar4*>(rgba)[i];
    grey[i] = grey_of(pixel.x, pixel.y, pixel.z);
  }
}

void launch_grey(unsigned char* grey, const unsigned char* rgba, int pixels) {
  make_grey<<<(pixels + 255) / 256, 64>>>(grey, rgba, pixels);
}
