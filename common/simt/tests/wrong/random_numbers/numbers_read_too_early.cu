// The host reads numbers in managed memory while they are being made, in a stream.
// expect: race between host and device
// expect: curandGenerateUniform at
// expect: @read
#include <curand.h>

#include <cstdio>

int main() {
  float* numbers;
  cudaMallocManaged(&numbers, 4096 * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetStream(generator, stream);
  curandGenerateUniform(generator, numbers, 4096);
  std::printf("%g\n", numbers[0]);  // @read
  cudaStreamSynchronize(stream);
  curandDestroyGenerator(generator);
  cudaStreamDestroy(stream);
  cudaFree(numbers);
}
