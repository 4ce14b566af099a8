// The array has room for as many bytes as there are numbers.
// expect: curandGenerateUniform() writes output outside of its memory
// expect: operand output: 512 numbers
// expect: @fill
#include <curand.h>

int main() {
  float* numbers;
  cudaMalloc(&numbers, 512);
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandGenerateUniform(generator, numbers, 512);  // @fill
  curandDestroyGenerator(generator);
  cudaFree(numbers);
}
