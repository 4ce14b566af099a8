// Launches as some formatters write them.
// supports: language: `<< <grid, block >> >`, as some formatters write it
// prints: 1 2 3
#include <cuda_runtime.h>

#include <cstdio>

__global__ void write(int* out, int value) { *out = value; }

template <int kValue>
__global__ void write_constant(int* out) {
  *out = kValue;
}

int main() {
  int *out, got[3];
  cudaMalloc(&out, sizeof(got));
  const dim3 grid(1), block(1);
  // clang-format off
  write << <grid, block >> > (out, 1);
  write << < 1, 1 << 0 >> > (out + 1, 2);
  write_constant<3> << <grid, block, 0, 0>> >(out + 2);
  // clang-format on
  cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", got[0], got[1], got[2]);
  cudaFree(out);
}
