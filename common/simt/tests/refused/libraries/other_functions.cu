// Functions of libraries whose headers are there.
// refuses: <cublas_v2.h>: functions that cublas_api.h does not list, such as cublasSsyrk
// refuses: <cublasLt.h>: cublasLtMatrixTransform, algorithms by number
// refuses: <curand.h>: curandGeneratePoisson, tables of distributions, quasi-random numbers
// error: @update the CPU backend has no such function of cuBLAS: write it as a kernel
// error: @poisson the CPU backend has no such function of cuRAND: draw these numbers in a kernel
// error: @discrete the CPU backend has no tables of distributions
// error: @transform the CPU backend has no such function of cuBLASLt
// error: @by_number the CPU backend has no such function of cuBLASLt
// nvcc: nothing
#include <cublasLt.h>
#include <cublas_v2.h>
#include <curand_kernel.h>

__global__ void draw(curandState* state, curandDiscreteDistribution_t table, unsigned* out) {
  *out = curand_discrete(state, table);  // @discrete
}

int main() {
  const float one = 1;
  cublasHandle_t handle = nullptr;
  curandGenerator_t generator = nullptr;
  float* a = nullptr;
  cublasSsyrk(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,  // @update
              1, 1, &one, a, 1, &one, a, 1);
  cublasLtHandle_t light = nullptr;
  cublasLtMatrixTransform(light, nullptr, &one, a, nullptr,  // @transform
                          &one, a, nullptr, a, nullptr, nullptr);
  int ids[4], found = 0;
  cublasLtMatmulAlgoGetIds(light, CUBLAS_COMPUTE_32F, CUDA_R_32F,  // @by_number
                           CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, 4, ids, &found);
  curandGeneratePoisson(generator, nullptr, 1, 2.0);  // @poisson
}
