// A const reference spares a copy in C++; here the kernel would need the copy.
// expect: simt: read of 4 bytes of host memory
// expect: @read
// expect: by value
#include <cuda_runtime.h>

struct Camera {
  float position[3], direction[3];
};

template <class T>
__global__ void project(const Camera& camera, T* points) {
  points[threadIdx.x] -= camera.position[0];  // @read
}

int main() {
  float* points;
  cudaMalloc(&points, 32 * sizeof(float));
  cudaMemset(points, 0, 32 * sizeof(float));
  const Camera camera{{1, 2, 3}, {0, 0, 1}};
  project<<<1, 32>>>(camera, points);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
