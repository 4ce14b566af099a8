// Right: the host copies the polynomial to a symbol, before every launch.
// rejected by: model
// expect: requests to a constant variable:
// expect: a symbol has to be filled before each launch
#include <cuda_runtime.h>

constexpr int kMaxDegree = 15;

struct Polynomial {
  int degree;                          // 0 to kMaxDegree
  float coefficients[kMaxDegree + 1];  // of 1, x, x², …; those above `degree` mean nothing
};

__constant__ Polynomial symbol;

// y[i] = p(x[i]). x and y are n floats of the device, p is on the host.
__global__ void evaluate(float* y, const float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float at = x[i];
  float sum = 0;
  for (int k = symbol.degree; k >= 0; --k) sum = sum * at + symbol.coefficients[k];
  y[i] = sum;
}

void launch_polynomial(float* y, const float* x, int n, const Polynomial& p) {
  cudaMemcpyToSymbol(symbol, &p, sizeof p);
  evaluate<<<(n - 1) / 256 + 1, 256>>>(y, x, n);
}
