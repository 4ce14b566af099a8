// 1000 / 256 blocks are three: the last 232 elements of the result are what was in memory before.
// exit: 0
// expect: simt: warning: host code reads what nobody has written: it was copied from byte 3072 of the 4000 bytes that were allocated at
// expect: @malloc
// expect: @read
// expect: @copy
// expect: by cudaMemcpy: no kernel, copy or memset had written 232 of the 1000 elements, beginning with element 768
// expect: advice  does the kernel write all of the result?
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void scale(const float* in, float* out, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = 2 * in[i];
}

int main() {
  const int n = 1000;
  std::vector<float> host(n, 1);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));  // @malloc
  cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<n / 256, 256>>>(in, out, n);
  cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);  // @copy
  double sum = 0;
  for (const float value : host) sum += value;  // @read
  std::printf("%g\n", sum);
  cudaFree(in);
  cudaFree(out);
}
