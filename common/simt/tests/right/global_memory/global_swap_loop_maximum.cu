// The largest float: who finds that there is a larger one already only looks, and never swaps.
// prints: 511 -511
#include <cuda_runtime.h>

#include <cstdio>

__device__ void raise_to(float* place, float value) {
  int* bits = reinterpret_cast<int*>(place);
  int old = *bits;
  while (__int_as_float(old) < value) {
    const int assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(value));
    if (old == assumed) return;
  }
}

__global__ void extremes(const float* in, float* largest, float* smallest) {
  const float value = in[blockIdx.x * blockDim.x + threadIdx.x];
  raise_to(largest, value);
  // The same with a look as a condition.
  int* bits = reinterpret_cast<int*>(smallest);
  for (int seen = *bits; value < __int_as_float(seen);) {
    const int old = atomicCAS(bits, seen, __float_as_int(value));
    if (old == seen) break;
    seen = old;
  }
}

int main() {
  float values[512], out[2] = {-1000, 1000};
  for (int i = 0; i < 512; ++i) values[i] = static_cast<float>(i % 2 == 0 ? -(511 - i) : i);
  values[0] = -511;
  float *in, *found;
  cudaMalloc(&in, sizeof(values));
  cudaMalloc(&found, sizeof(out));
  cudaMemcpy(in, values, sizeof(values), cudaMemcpyHostToDevice);
  cudaMemcpy(found, out, sizeof(out), cudaMemcpyHostToDevice);
  extremes<<<8, 64>>>(in, found, found + 1);
  cudaMemcpy(out, found, sizeof(out), cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", out[0], out[1]);
  cudaFree(in);
  cudaFree(found);
}
