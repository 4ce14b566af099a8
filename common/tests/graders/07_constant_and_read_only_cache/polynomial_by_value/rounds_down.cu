// A last block that is not full is not launched, and for n = 1 there is no block at all.
// rejected by: result
// expect: FAILED  n = 1, degree 0: the launch was refused: cudaErrorInvalid
#include <cuda_runtime.h>

constexpr int kMaxDegree = 15;

struct Polynomial {
  int degree;                          // 0 to kMaxDegree
  float coefficients[kMaxDegree + 1];  // of 1, x, x², …; those above `degree` mean nothing
};

// y[i] = p(x[i]). x and y are n floats of the device, p is on the host.
__global__ void evaluate(float* y, const float* x, int n, const __grid_constant__ Polynomial p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float at = x[i];
  float sum = 0;
  for (int k = p.degree; k >= 0; --k) sum = sum * at + p.coefficients[k];
  y[i] = sum;
}

void launch_polynomial(float* y, const float* x, int n, const Polynomial& p) {
  evaluate<<<n / 256, 256>>>(y, x, n, p);
}
