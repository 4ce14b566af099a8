// Right: one block goes through all numbers.
// rejected by: model
// expect: elements of y were written by block (0,0,0) alone: share them out
#include <cuda_runtime.h>

constexpr int kMaxDegree = 15;

struct Polynomial {
  int degree;                          // 0 to kMaxDegree
  float coefficients[kMaxDegree + 1];  // of 1, x, x², …; those above `degree` mean nothing
};

// y[i] = p(x[i]). x and y are n floats of the device, p is on the host.
__global__ void evaluate(float* y, const float* x, int n, const __grid_constant__ Polynomial p) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const float at = x[i];
    float sum = 0;
    for (int k = p.degree; k >= 0; --k) sum = sum * at + p.coefficients[k];
    y[i] = sum;
  }
}

void launch_polynomial(float* y, const float* x, int n, const Polynomial& p) {
  evaluate<<<1, 1024>>>(y, x, n, p);
}
