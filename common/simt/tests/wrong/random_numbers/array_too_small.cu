// The array has room for as many bytes as there are numbers.
// expect: curandGenerateUniform() writes output outside of its memory
// expect: @fill
// expect: operand output: 512 numbers
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
