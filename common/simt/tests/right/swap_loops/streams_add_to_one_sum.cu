// Kernels of two streams add doubles to one sum by compare-and-swap. The first read is a plain one: it may be old,
// and then the swap fails, whichever stream the other value is from. One of them has a single thread.
// prints: 513
#include <cuda_runtime.h>

#include <cstdio>

__device__ void add(double* place, double value) {
  auto* const bits = reinterpret_cast<unsigned long long*>(place);
  unsigned long long old = *bits, expected;
  do {
    expected = old;
    old = atomicCAS(bits, expected, __double_as_longlong(value + __longlong_as_double(expected)));
  } while (expected != old);
}

__global__ void count(double* sum) { add(sum, 1.0); }

int main() {
  double *sum, host;
  cudaMalloc(&sum, sizeof *sum);
  cudaMemset(sum, 0, sizeof *sum);
  cudaDeviceSynchronize();
  cudaStream_t streams[3];
  for (cudaStream_t& stream : streams) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  }
  count<<<4, 64, 0, streams[0]>>>(sum);
  count<<<4, 64, 0, streams[1]>>>(sum);
  count<<<1, 1, 0, streams[2]>>>(sum);
  cudaDeviceSynchronize();
  cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g\n", host);
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
  cudaFree(sum);
}
