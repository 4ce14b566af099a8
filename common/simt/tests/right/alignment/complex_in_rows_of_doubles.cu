// Complex numbers that begin with the second double of a row: pairs of doubles, which are aligned to 8. Beside them
// double2, which are aligned to 16, in the rows that begin at such addresses.
// prints: 8 14 32
#include <cuda_runtime.h>

#include <cstdio>

struct Complex {
  double re, im;
};

__device__ Complex multiply(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

__global__ void square(double* rows, int pitch) {
  double* const row = rows + threadIdx.x * pitch + 1;  // behind the row's number
  Complex* const z = static_cast<Complex*>(static_cast<void*>(row));
  z[1] = multiply(z[0], z[0]);
  Complex swapped = z[1];
  const double im = swapped.im;
  swapped.im = swapped.re;
  swapped.re = im;
  z[1] = swapped;
}

__global__ void add_pairs(double* rows, int pitch, double* out) {
  const double2 pair = *reinterpret_cast<const double2*>(rows + 2 * pitch);
  *out = pair.x + pair.y;
}

int main() {
  constexpr int pitch = 5, rows = 4;
  double values[rows * pitch], *on_device, *out, sum;
  for (int i = 0; i < rows * pitch; ++i) values[i] = i;
  cudaMalloc(&on_device, sizeof values);
  cudaMalloc(&out, sizeof sum);
  cudaMemcpy(on_device, values, sizeof values, cudaMemcpyHostToDevice);
  square<<<1, rows>>>(on_device, pitch);
  add_pairs<<<1, 1>>>(on_device, pitch, out);
  cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
  cudaMemcpy(values, on_device, sizeof values, cudaMemcpyDeviceToHost);
  std::printf("%g %g %g\n", sum - 13, values[3] + 10, values[4 + pitch] + 45);
  cudaFree(on_device);
  cudaFree(out);
}
