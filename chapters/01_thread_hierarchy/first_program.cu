// Chapter 01 · first_program
#include <cstdio>
#include <vector>

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main() {
  const int n = 1000;
  std::vector<float> host_a(n), host_b(n), host_c(n);
  for (int i = 0; i < n; ++i) {
    host_a[i] = i;
    host_b[i] = 2 * i;
  }

  float *a = nullptr, *b = nullptr, *c = nullptr;
  const size_t bytes = n * sizeof(float);
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemcpy(a, host_a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host_b.data(), bytes, cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(a, b, c, n);
  cudaMemcpy(host_c.data(), c, bytes, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);

  const cudaError_t error = cudaGetLastError();  // of any call above
  if (error != cudaSuccess) {
    std::printf("CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += host_c[i] != host_a[i] + host_b[i];
  std::printf("%g + %g = %g, and %d of %d sums are wrong\n", host_a[n - 1], host_b[n - 1],
              host_c[n - 1], wrong, n);
  if (wrong > 0) return 1;
  std::printf("PASS\n");
}
