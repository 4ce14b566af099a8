// Functions of curand_kernel.h are for kernels; host code has those of curand.h.
// error: @make is a __device__ function
// error: @draw is a __device__ function
// nvcc: error
#include <curand_kernel.h>

int main() {
  curandState state;
  curand_init(1, 0, 0, &state);               // @make
  return curand_uniform(&state) > 0 ? 0 : 1;  // @draw
}
