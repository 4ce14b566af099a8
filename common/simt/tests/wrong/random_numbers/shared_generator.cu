// All threads of a block draw from one generator in global memory at the same time.
// expect: race on global memory
// expect: @draw
#include <curand_kernel.h>

__global__ void make_generator(curandState* state) { curand_init(5, 0, 0, state); }

__global__ void draw(curandState* state, float* out) {
  out[threadIdx.x] = curand_uniform(state);  // @draw
}

int main() {
  curandState* state;
  float* out;
  cudaMalloc(&state, sizeof(curandState));
  cudaMalloc(&out, 64 * sizeof(float));
  make_generator<<<1, 1>>>(state);
  draw<<<1, 64>>>(state, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
