// How much a call of a device function in another file costs: 256 calls per thread. run.sh compiles this
// with and without link-time optimisation, and with both files in one.
#include <cstdio>

#include <cuda_runtime.h>
#include <algorithm>

#ifdef ONE_FILE
#include "step.cu"
#else
__device__ float step(float value);
#endif

__global__ void steps(float* values) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = values[i];
  for (int k = 0; k < 256; ++k) value = step(value);
  values[i] = value;
}

int main() {
  constexpr int kThreads = 1 << 24;
  float* values = nullptr;
  cudaMalloc(&values, kThreads * sizeof(float));
  cudaMemset(values, 0, kThreads * sizeof(float));
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  float times[21];
  for (float& time : times) {
    cudaEventRecord(start);
    steps<<<kThreads / 256, 256>>>(values);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&time, start, stop);
  }
  float value = 0;
  cudaMemcpy(&value, values, sizeof value, cudaMemcpyDeviceToHost);
  std::sort(times, times + 21);
  std::printf("%.3f ms, %g, %s\n", times[10], value, cudaGetErrorString(cudaGetLastError()));
}
