// A sum by compare-and-swap, which is right, and a look at it while others still add, which is not.
// expect: simt: race on shared memory: two threads use byte 0 of total
// expect: @look
#include <cuda_runtime.h>

__device__ void add(float* place, float value) {
  auto* const bits = reinterpret_cast<int*>(place);
  int old = *bits, expected;
  do {
    expected = old;
    old = atomicCAS(bits, expected, __float_as_int(__int_as_float(expected) + value));
  } while (old != expected);
}

__global__ void running_total(float* out) {
  __shared__ float total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  add(&total, 1);
  out[threadIdx.x] = total;  // @look
}

int main() {
  float* out;
  cudaMalloc(&out, 256);
  running_total<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
