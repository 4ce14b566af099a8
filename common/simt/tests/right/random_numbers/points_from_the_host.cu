// The host fills arrays of the device with random numbers (curand.h), in a stream; a kernel counts points.
// prints: 7778 of 10000 points in the circle
// prints: normal: 6810 within 1, mean square 1.012
#include <cuda_runtime.h>
#include <curand.h>

#include <cstdio>
#include <vector>

#define CHECK_CURAND(call)                             \
  do {                                                 \
    const curandStatus_t status = (call);              \
    if (status != CURAND_STATUS_SUCCESS) {             \
      std::printf("cuRAND failed: %d\n", (int)status); \
      return 1;                                        \
    }                                                  \
  } while (0)

__global__ void count_inside(const float* x, const float* y, int n, int* inside) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] * x[i] + y[i] * y[i] <= 1.0f) atomicAdd(inside, 1);
}

int main() {
  constexpr int kPoints = 10000;
  float *x, *y;
  int *inside, count;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&x, kPoints * sizeof(float));
  cudaMalloc(&y, kPoints * sizeof(float));
  cudaMalloc(&inside, sizeof(int));
  cudaMemsetAsync(inside, 0, sizeof(int), stream);

  curandGenerator_t generator;
  CHECK_CURAND(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT));
  CHECK_CURAND(curandSetPseudoRandomGeneratorSeed(generator, 1234ULL));
  CHECK_CURAND(curandSetStream(generator, stream));
  CHECK_CURAND(curandGenerateUniform(generator, x, kPoints));
  CHECK_CURAND(curandGenerateUniform(generator, y, kPoints));
  count_inside<<<(kPoints + 255) / 256, 256, 0, stream>>>(x, y, kPoints, inside);
  CHECK_CURAND(curandGenerateNormal(generator, x, kPoints, 0.0f, 1.0f));  // behind the kernel
  cudaStreamSynchronize(stream);

  cudaMemcpy(&count, inside, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d of %d points in the circle\n", count, kPoints);
  std::vector<float> normal(kPoints);
  cudaMemcpy(normal.data(), x, kPoints * sizeof(float), cudaMemcpyDeviceToHost);
  int within = 0;
  double squares = 0;
  for (const float value : normal) {
    within += value > -1 && value < 1;
    squares += value * value;
  }
  std::printf("normal: %d within 1, mean square %.3f\n", within, squares / kPoints);
  CHECK_CURAND(curandDestroyGenerator(generator));
  cudaFree(x);
  cudaFree(y);
  cudaFree(inside);
  cudaStreamDestroy(stream);
}
