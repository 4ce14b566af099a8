// Neighbours of a row: one load is aligned, and the other one is not. misaligned_rows.cpp watches.
// exit: 0
// expect: simt: warning: a warp loads a row of 128 bytes that begins 4 past a multiple of 16
// expect: @neighbour
// expect: it could be loaded as float4
#include <cuda_runtime.h>

__global__ void differences(const float* values, float* out) {
  const float value = values[threadIdx.x];
  const float next = values[threadIdx.x + 1];  // @neighbour
  out[threadIdx.x] = next - value;
}

__global__ void copy_column(const float* values, float* out) {  // no row
  out[threadIdx.x] = values[2 * threadIdx.x + 1];
}

int main() {
  float *values, *out;
  if (cudaMalloc(&values, 65 * sizeof(float)) != cudaSuccess ||
      cudaMalloc(&out, 64 * sizeof(float)) != cudaSuccess ||
      cudaMemset(values, 0, 65 * sizeof(float)) != cudaSuccess) {
    return 2;
  }
  differences<<<1, 64>>>(values, out);
  copy_column<<<1, 32>>>(values, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 3;
  return cudaFree(values) == cudaSuccess && cudaFree(out) == cudaSuccess ? 0 : 2;
}
