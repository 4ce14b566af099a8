// The last rows of a pitched image belong to no block; memcmp() looks at them.
// exit: 0
// expect: simt: warning: host code reads what nobody has written
// expect: @compare
// expect: @copy
// expect: by cudaMemcpy2D
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

__global__ void paint(unsigned char* image, size_t pitch, int width) {
  const unsigned row = blockIdx.x * blockDim.y + threadIdx.y;
  for (int x = threadIdx.x; x < width; x += blockDim.x) image[row * pitch + x] = 7;
}

int main() {
  constexpr int kWidth = 50, kHeight = 30;
  unsigned char *image, expected[kWidth * kHeight], host[kWidth * kHeight];
  size_t pitch;
  cudaMallocPitch(&image, &pitch, kWidth, kHeight);
  paint<<<kHeight / 8, dim3(32, 8)>>>(image, pitch, kWidth);
  cudaMemcpy2D(host, kWidth, image, pitch, kWidth, kHeight, cudaMemcpyDeviceToHost);  // @copy
  std::memset(expected, 7, sizeof expected);
  std::printf("%d\n", std::memcmp(host, expected, sizeof host) == 0);  // @compare
  cudaFree(image);
}
