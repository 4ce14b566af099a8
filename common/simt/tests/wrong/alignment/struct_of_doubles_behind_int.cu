// Structs of three doubles in memory of ints: behind an odd number of them, they are aligned to 4.
// expect: simt: write of one Point at the misaligned address
// expect: @access
// expect: multiple of its alignment, 8 bytes
#include <cuda_runtime.h>

struct Point {
  double x, y, z;
};

__global__ void store(int* file, Point p) {
  file[0] = 1;
  auto* const points = reinterpret_cast<Point*>(file + 1);
  points[threadIdx.x] = p;  // @access
}

int main() {
  int* file;
  cudaMalloc(&file, 4 + 32 * sizeof(Point));
  store<<<1, 1>>>(file, Point{1, 2, 3});
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 3;
}
