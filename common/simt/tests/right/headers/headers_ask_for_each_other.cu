// A header of helpers asks with #ifdef which headers of the toolkit came before it, and adds to what they have.
// supports: earlier versions of CUDA: the guards of its headers, `__DRIVER_TYPES_H__` …
// prints: no error, 3 6 9
#include <builtin_types.h>
#include <cuda_runtime.h>
#include <sm_60_atomic_functions.h>
#include <vector_functions.h>

#include <cstdio>

#ifdef __DRIVER_TYPES_H__
const char* words(cudaError_t error) { return cudaGetErrorString(error); }
#endif
#if defined(__CUDA_RUNTIME_H__) && defined(__CUDA_RUNTIME_API_H__) && \
    defined(__VECTOR_TYPES_H__) && defined(__VECTOR_FUNCTIONS_H__) && \
    defined(__DEVICE_FUNCTIONS_H__) && defined(__MATH_FUNCTIONS_H__)
inline __host__ __device__ int3 operator*(int3 v, int factor) {
  return make_int3(v.x * factor, v.y * factor, v.z * factor);
}
#endif

__global__ void triple(int3* v) { *v = *v * 3; }

int main() {
  int3 host = {1, 2, INT_MAX / INT_MAX + 2}, *v;
  cudaMalloc(&v, sizeof host);
  cudaMemcpy(v, &host, sizeof host, cudaMemcpyHostToDevice);
  triple<<<1, 1>>>(v);
  const char* result = words(cudaMemcpy(&host, v, sizeof host, cudaMemcpyDeviceToHost));
  std::printf("%s, %d %d %d\n", result, host.x, host.y, host.z);
  cudaFree(v);
}
