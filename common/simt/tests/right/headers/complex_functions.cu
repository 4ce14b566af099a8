// Complex numbers of cuComplex.h, on both sides: points of the Mandelbrot set, and a division.
// supports: <cuComplex.h>: all of it
// prints: 50 3 50 1 2.23607
#include <cuComplex.h>
#include <cuda_runtime.h>

#include <cstdio>

__host__ __device__ int rounds(cuFloatComplex c) {
  cuFloatComplex z = make_cuFloatComplex(0, 0);
  int round = 0;
  while (round < 50 && cuCabsf(z) <= 2) {
    z = cuCaddf(cuCmulf(z, z), c);
    ++round;
  }
  return round;
}

__global__ void count(const cuFloatComplex* points, int* out) {
  out[threadIdx.x] = rounds(points[threadIdx.x]);
}

__global__ void divide(cuDoubleComplex* a) { *a = cuCdiv(*a, make_cuDoubleComplex(3, -1)); }

int main() {
  const cuFloatComplex points[3] = {{0, 0}, {1, 0}, {-1, 0}};
  const cuDoubleComplex dividend = {5, 5};
  cuFloatComplex* on_device;
  cuDoubleComplex *number, quotient;
  int *out, results[3];
  cudaMalloc(&on_device, sizeof points);
  cudaMalloc(&out, sizeof results);
  cudaMalloc(&number, sizeof dividend);
  cudaMemcpy(on_device, points, sizeof points, cudaMemcpyHostToDevice);
  cudaMemcpy(number, &dividend, sizeof dividend, cudaMemcpyHostToDevice);
  count<<<1, 3>>>(on_device, out);
  divide<<<1, 1>>>(number);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  cudaMemcpy(&quotient, number, sizeof quotient, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d %g\n", results[0], results[1], results[2],
              results[1] == rounds(points[1]) ? 1 : 0, cuCabs(quotient));
  cudaFree(on_device);
  cudaFree(out);
  cudaFree(number);
}
