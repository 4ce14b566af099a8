// Chapter 09 · one_pointer
//
// Chapter 01's first program without a copy: host and kernel use the same three pointers.
#include <cstdio>
#include <cstdlib>

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("CUDA says: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main() {
  const int n = 1000;
  float *a = nullptr, *b = nullptr, *c = nullptr;
  for (float** array : {&a, &b, &c}) check(cudaMallocManaged(array, n * sizeof(float)));
  for (int i = 0; i < n; ++i) a[i] = i, b[i] = 2 * i;
  add<<<(n + 255) / 256, 256>>>(a, b, c, n);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());  // before that the host must not read c
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += c[i] != a[i] + b[i];
  std::printf("%g + %g = %g, and %d sums are wrong\n", a[n - 1], b[n - 1], c[n - 1], wrong);
  for (float* array : {a, b, c}) check(cudaFree(array));
  if (wrong > 0) return 1;
  std::printf("PASS\n");
}
