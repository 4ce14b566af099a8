// Normally distributed numbers come in pairs: an odd number of them is refused, and the program does not look.
// expect: curandGenerateNormal() refuses to make 63 normally distributed numbers
// expect: @call
// expect: they come in pairs: ask for an even number
// exit: 0
#include <cuda_runtime.h>
#include <curand.h>

int main() {
  float* numbers;
  cudaMalloc(&numbers, 64 * sizeof(float));
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandGenerateNormal(generator, numbers, 63, 0, 1);  // @call
  curandDestroyGenerator(generator);
  cudaFree(numbers);
}
