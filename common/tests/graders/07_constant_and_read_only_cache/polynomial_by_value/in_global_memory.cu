// Right: the host copies the polynomial, and every thread loads its coefficients.
// rejected by: model
// expect: bytes copied or set:
// expect: the launch brings its arguments with it
#include <cuda_runtime.h>

constexpr int kMaxDegree = 15;

struct Polynomial {
  int degree;                          // 0 to kMaxDegree
  float coefficients[kMaxDegree + 1];  // of 1, x, x², …; those above `degree` mean nothing
};

// y[i] = p(x[i]). x and y are n floats of the device, p is on the host.
__global__ void evaluate(float* y, const float* x, int n, const Polynomial* p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float at = x[i];
  float sum = 0;
  for (int k = p->degree; k >= 0; --k) sum = sum * at + p->coefficients[k];
  y[i] = sum;
}

void launch_polynomial(float* y, const float* x, int n, const Polynomial& p) {
  Polynomial* global = nullptr;
  cudaMalloc(&global, sizeof p);
  cudaMemcpy(global, &p, sizeof p, cudaMemcpyHostToDevice);
  evaluate<<<(n - 1) / 256 + 1, 256>>>(y, x, n, global);
  cudaFree(global);
}
