// Headers of the toolkit that a program may name beside cuda_runtime.h, constants and the profiler's switch.
// supports: <math_constants.h>: all of it
// supports: <cuda_profiler_api.h>: functions that do nothing
// prints: 3.14159 1 1 2.71828
#include <cuda_device_runtime_api.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <math_constants.h>

#include <cstdio>

__global__ void constants(double* out) {
  out[0] = CUDART_PI_F;
  out[1] = isinf(-CUDART_INF_F) ? 1 : 0;
  out[2] = isnan(CUDART_NAN) ? 1 : 0;
  out[3] = exp2(CUDART_L2E);
}

int main() {
  double *out, results[4];
  cudaMalloc(&out, sizeof results);
  if (cudaProfilerStart() != cudaSuccess) return 1;
  constants<<<1, 1>>>(out);
  if (cudaProfilerStop() != cudaSuccess) return 1;
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  std::printf("%g %g %g %g\n", results[0], results[1], results[2], results[3]);
  cudaFree(out);
}
