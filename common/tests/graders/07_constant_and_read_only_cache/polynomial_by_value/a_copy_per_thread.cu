// Right: each thread puts the highest coefficient first, in an array of its own.
// rejected by: model
// expect: requests to local memory:
// expect: no thread needs a copy of the polynomial
#include <cuda_runtime.h>

constexpr int kMaxDegree = 15;

struct Polynomial {
  int degree;                          // 0 to kMaxDegree
  float coefficients[kMaxDegree + 1];  // of 1, x, x², …; those above `degree` mean nothing
};

// y[i] = p(x[i]). x and y are n floats of the device, p is on the host.
__global__ void evaluate(float* y, const float* x, int n, Polynomial p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float mine[kMaxDegree + 1];
  for (int k = 0; k <= p.degree; ++k) mine[k] = p.coefficients[p.degree - k];
  const float at = x[i];
  float sum = 0;
  for (int k = 0; k <= p.degree; ++k) sum = sum * at + mine[k];
  y[i] = sum;
}

void launch_polynomial(float* y, const float* x, int n, const Polynomial& p) {
  evaluate<<<(n - 1) / 256 + 1, 256>>>(y, x, n, p);
}
