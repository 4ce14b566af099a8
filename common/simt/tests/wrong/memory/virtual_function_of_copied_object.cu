// The host constructs an object and copies its bytes; its virtual functions stay those of the host.
// expect: simt: a virtual function of an object that host code has made, at byte 0 of the 16 bytes that were allocated at
// expect: @memory
// expect: @call
// expect: construct it in a kernel
#include <cuda_runtime.h>

struct Shape {
  __host__ __device__ explicit Shape(float a) : side(a) {}
  __host__ __device__ virtual float area() const { return side * side; }
  float side;
};
struct Circle : Shape {
  __host__ __device__ explicit Circle(float radius) : Shape(radius) {}
  __host__ __device__ float area() const override { return 3.14f * side * side; }
};

__global__ void measure(const Shape* shape, float* out) {
  *out = shape->area();  // @call
}

int main() {
  const Circle circle(2);
  Shape* shape;
  float* out;
  cudaMalloc(&shape, sizeof circle);  // @memory
  cudaMalloc(&out, sizeof *out);
  cudaMemcpy(shape, &circle, sizeof circle, cudaMemcpyHostToDevice);
  measure<<<1, 1>>>(shape, out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
