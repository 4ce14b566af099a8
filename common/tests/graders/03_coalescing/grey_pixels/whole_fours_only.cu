// Four pixels in one load of 16 bytes, and what is left over is nobody's.
// rejected by: result
// expect: FAILED  1 pixels: grey, index 0: expected
// expect: never written
#include <cuda_runtime.h>

__device__ inline unsigned char grey_of(int red, int green, int blue) {
  return static_cast<unsigned char>((77 * red + 150 * green + 29 * blue) / 256);
}

__global__ void make_grey(unsigned char* grey, const unsigned char* rgba, int pixels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pixels / 4) return;
  const uint4 four = reinterpret_cast<const uint4*>(rgba)[i];
  const auto one = [](unsigned p) { return grey_of(p & 255, p >> 8 & 255, p >> 16 & 255); };
  reinterpret_cast<uchar4*>(grey)[i] =
      make_uchar4(one(four.x), one(four.y), one(four.z), one(four.w));
}

void launch_grey(unsigned char* grey, const unsigned char* rgba, int pixels) {
  make_grey<<<(pixels + 255) / 256, 256>>>(grey, rgba, pixels);
}
