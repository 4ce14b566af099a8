// The last block's generators were never made: the kernel that makes them is launched for fewer threads.
// expect: read of global memory that nobody has written
// expect: (parameter states)
// expect: @draw
// exit: 0
#include <curand_kernel.h>

#include <cstdio>

__global__ void make_generators(curandState* states) {
  curand_init(1, blockIdx.x * blockDim.x + threadIdx.x, 0,
              &states[blockIdx.x * blockDim.x + threadIdx.x]);
}

__global__ void draw(curandState* states, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = curand_uniform(&states[i]);  // @draw
}

int main() {
  curandState* states;
  float* out;
  cudaMalloc(&states, 256 * sizeof(curandState));
  cudaMalloc(&out, 256 * sizeof(float));
  make_generators<<<3, 64>>>(states);
  draw<<<4, 64>>>(states, out);
  cudaDeviceSynchronize();
  cudaFree(states);
  cudaFree(out);
}
