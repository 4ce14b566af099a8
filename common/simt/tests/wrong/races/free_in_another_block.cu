// One block frees what the other one reads. Which comes first, nobody knows.
// expect: simt: race on global memory: two blocks use byte
// expect: @read
// expect: @free
// expect: advice  memory is gone for all threads: let a later kernel free
#include <cuda_runtime.h>

__device__ float* table;

__global__ void make() {
  cudaMalloc(&table, 2048 * sizeof(float));
  for (int i = 0; i < 2048; ++i) table[i] = i;
}

__global__ void look_up(float* out) {
  if (blockIdx.x == 0) {
    out[threadIdx.x] = table[16 * threadIdx.x];  // @read
  } else if (threadIdx.x == 0) {
    cudaFree(table);  // @free
  }
}

int main() {
  float* out;
  cudaMalloc(&out, 128 * sizeof(float));
  make<<<1, 1>>>();
  look_up<<<2, 128>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
